import { expect, it } from 'vitest'
import { weightOf } from '../normalize.ts'
import { duplicateThreshold } from './duplicates.ts'
import { isOneWordChanged, similarity } from './similarity.ts'
import { sketchText } from './sketch.ts'

const isCopy = (a: string, b: string) =>
  similarity(sketchText(a), sketchText(b)) >= duplicateThreshold(Math.min(weightOf(a), weightOf(b)))

it.each([
  ['a number', 'I visit 17 temples in spring', 'I visit 23 temples in spring'],
  ['capitals', 'I visit temples in spring', 'I VISIT TEMPLES IN SPRING'],
  ['a number and capitals', 'Order 4411 came too late', 'order 97 CAME too late'],
])('an answer of 20 characters with other %s is a near copy', (_, a, b) => {
  expect(isCopy(a, b)).toBe(true)
})

it.each([
  ['other numbers', '19901990199019901990', '20102010201020102010'],
  ['another word of four', 'Better error messages please', 'Better exercise sheets please'],
])('an answer with %s is not', (_, a, b) => {
  expect(isCopy(a, b)).toBe(false)
})

it.each([
  ['replaced', 'I visit old temples every spring', 'I visit old castles every spring', true],
  ['added', 'I visit old temples in spring', 'I visit old wooden temples in spring', true],
  ['left out', 'I visit old wooden temples in spring', 'I visit old temples in spring', true],
  ['moved only', 'I visit old temples every spring', 'Every spring I visit old temples', true],
  ['two words replaced', 'I visit old temples every spring', 'I visit old castles every autumn', false],
  ['too few words in common', 'Better error messages', 'Better error texts', false],
])('a word %s', (_, a, b, isChanged) => {
  expect(isOneWordChanged(sketchText(a), sketchText(b))).toBe(isChanged)
})
