/** How much more a text looks like shuffled words than like sentences, in nats. English only. */
import { inflateSync } from 'node:zlib'
import stored from './order.json' with { type: 'json' }

export interface OrderVector {
  readonly indices: Uint32Array
  readonly values: Float32Array
}

let weights: Int8Array | undefined

export function disorderOf({ indices, values }: OrderVector): number {
  weights ??= new Int8Array(inflateSync(Buffer.from(stored.weights, 'base64')))
  let sum = 0
  for (let at = 0; at < indices.length; at++)
    sum += (weights[indices[at] as number] as number) * (values[at] as number)
  return stored.bias + stored.scale * sum
}
