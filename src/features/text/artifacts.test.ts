import { describe, expect, it } from 'vitest'
import { artifactsIn } from './artifacts.ts'

describe('artifactsIn', () => {
  it('names each kind once', () => {
    expect(artifactsIn('As an AI, I cannot. As a language model, I must not.')).toEqual([
      'a model speaking of itself',
    ])
  })

  it('finds several kinds', () => {
    expect(artifactsIn('# Answer\n**Parks**: many')).toEqual(['lines headed in bold', 'a heading'])
  })

  it('finds none in what people type', () => {
    expect(artifactsIn('I said "sure" and went home. #happy')).toEqual([])
  })
})
