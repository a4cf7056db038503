import { describe, expect, it } from 'vitest'
import { artefactsIn } from './artefacts.ts'

describe('artefactsIn', () => {
  it('names each kind once', () => {
    expect(artefactsIn('As an AI, I cannot. As a language model, I must not.')).toEqual([
      'a model speaking of itself',
    ])
  })

  it('finds several kinds', () => {
    expect(artefactsIn('# Answer\n**Parks**: many')).toEqual(['lines headed in bold', 'a heading'])
  })

  it('finds none in what people type', () => {
    expect(artefactsIn('I said "sure" and went home. #happy')).toEqual([])
  })
})
