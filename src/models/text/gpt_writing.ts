/**
 * How much a text's style resembles that of language models writing at large: three regressions, by the words of the
 * text, by its letters, and by its sentences with content words masked. Each was fitted alone, so that what one of
 * them does not know in a new kind of text cannot silence the others. The score is in standard deviations of people's.
 */
import { inflateSync } from 'node:zlib'
import { type SparseVector, spreadAt } from './gpt.ts'
import stored from './gpt_writing.json' with { type: 'json' }

export interface StoredWritingModel {
  readonly lengths: readonly number[]
  readonly bias: number
  readonly views: readonly { readonly scale: number; readonly weights: string }[]
  /** People's sum as a weighted sum of the text's register, and the spread around it by length. */
  readonly people: readonly number[]
  readonly spread: readonly number[]
}

export interface WritingInput {
  readonly views: readonly SparseVector[]
  readonly register: readonly number[]
  readonly words: number
}

export type WritingModel = (input: WritingInput) => number

export function openWritingModel(model: StoredWritingModel): WritingModel {
  const { bias, people, spread, lengths } = model
  const tables = model.views.map(({ scale, weights }) => {
    const bytes = inflateSync(Buffer.from(weights, 'base64'))
    return { scale, weights: new Int8Array(bytes.buffer, bytes.byteOffset, bytes.length) }
  })
  return ({ views, register, words }) => {
    const sum = tables.reduce(
      (total, { scale, weights }, view) => total + scale * sumOf(weights, views[view] as SparseVector),
      bias,
    )
    const usual = register.reduce((total, value, at) => total + value * (people[at] as number), 0)
    return (sum - usual) / spreadAt(spread, lengths, words)
  }
}

function sumOf(weights: Int8Array, { indices, values }: SparseVector): number {
  let sum = 0
  for (let at = 0; at < indices.length; at++) {
    sum += (weights[indices[at] as number] as number) * (values[at] as number)
  }
  return sum
}

let shipped: WritingModel | undefined

export function writingScore(input: WritingInput): number {
  shipped ??= openWritingModel(stored)
  return shipped(input)
}
