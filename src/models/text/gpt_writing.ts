/**
 * How much a text's style resembles that of language models in general writing. Three regressions use the words, the
 * letters, and the sentences with masked content words. Each was fitted separately, so that an unknown feature in one
 * view does not affect the others. The score is in standard deviations from people's texts.
 */
import { inflateSync } from 'node:zlib'
import { type Baseline, deviations, type SparseVector } from './gpt.ts'
import stored from './gpt_writing.json' with { type: 'json' }

export interface StoredWritingModel extends Baseline {
  readonly lengths: readonly number[]
  readonly bias: number
  readonly views: readonly { readonly scale: number; readonly weights: string }[]
}

export interface WritingInput {
  readonly views: readonly SparseVector[]
  readonly register: readonly number[]
  readonly words: number
}

export type WritingModel = (input: WritingInput) => number

export function openWritingModel(model: StoredWritingModel): WritingModel {
  const { bias, lengths } = model
  const tables = model.views.map(({ scale, weights }) => {
    const bytes = inflateSync(Buffer.from(weights, 'base64'))
    return { scale, weights: new Int8Array(bytes.buffer, bytes.byteOffset, bytes.length) }
  })
  return ({ views, register, words }) => {
    const sum = tables.reduce(
      (total, { scale, weights }, view) => total + scale * sumOf(weights, views[view] as SparseVector),
      bias,
    )
    return deviations(sum, model, lengths, { register, words })
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
