import { describe, expect, it } from 'vitest'
import { keyText } from '../../../store/values/key_text.ts'
import { peerId, questionOfPeer } from './peer_id.ts'

describe('peerId', () => {
  it('is the question ID without a condition', () => {
    expect(peerId('q1', null)).toBe('q1')
    expect(peerId('q1', undefined)).toBe('q1')
  })

  it('differs between conditions and questions', () => {
    const ids = [peerId('q1', null), peerId('q1', 'a'), peerId('q1', 'b'), peerId('q2', 'a')]
    expect(new Set(ids).size).toBe(ids.length)
  })

  it.each([
    ['q1', null],
    ['q1', 'treatment'],
    ['a\0b\\c', 'two\0words'],
  ])('keeps the question %j of condition %j', (question, condition) => {
    expect(questionOfPeer(keyText(peerId(question, condition)), condition)).toBe(question)
  })
})
