import { expect, it } from 'vitest'
import { similarTo } from './similar.ts'

const item = (session_id: string, route: string, ...detected: 'bot'[]) => ({
  session_id,
  routes: [route],
  browser: 'Chrome 140',
  system: 'Linux',
  detected,
})

it('finds sessions with the same page, browser, system and detections', () => {
  const items = [item('a', '/', 'bot'), item('b', '/', 'bot'), item('c', '/other', 'bot'), item('d', '/')]
  expect(similarTo('a', items).flatMap(({ ids }) => ids)).toEqual(['b'])
  expect(similarTo('c', items)).toEqual([])
})

it('finds none for a session without a detection', () => {
  expect(similarTo('a', [item('a', '/'), item('b', '/')])).toEqual([])
  expect(similarTo('x', [])).toEqual([])
})
