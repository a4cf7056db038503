import { describe, expect, it } from 'vitest'
import { artifactsIn } from './artifacts.ts'

describe('artifactsIn', () => {
  it('names each kind once', () => {
    expect(artifactsIn('As an AI, I cannot. As a language model, I must not.')).toEqual([
      'a self-reference as an AI',
    ])
  })

  it('finds several kinds', () => {
    expect(artifactsIn('# Answer\n**Parks**: many')).toEqual(['bold line headings', 'a Markdown heading'])
  })

  it('finds none in ordinary text', () => {
    expect(artifactsIn('I said "sure" and went home. #happy')).toEqual([])
  })
})
