import { expect, it } from 'vitest'
import { newBatch, newSessionId } from '../../../test/store/engine.ts'
import { pack, unpack, type WriteRequest } from './write_message.ts'

const key = { workspace: 'w', sessionId: newSessionId() }

const requests: WriteRequest[] = [
  {
    id: 1,
    name: 'append',
    args: [newBatch({ ...key, bytes: Uint8Array.of(1, 2, 3), tags: ['a'], userId: 'u' })],
  },
  { id: 2, name: 'eraseSession', args: [key] },
  {
    id: 3,
    name: 'append',
    args: [newBatch({ ...key, bytes: new Uint8Array(), final: true, ip: '192.0.2.1' })],
  },
  {
    id: 4,
    name: 'append',
    args: [newBatch({ ...key, bytes: Uint8Array.of(9), tabSecret: Uint8Array.of(7, 8) })],
  },
]

it('keeps every request and their order through a structured clone', () => {
  const message = pack(requests)
  expect(unpack(structuredClone(message, { transfer: [message.block.buffer] }))).toEqual(plain(requests))
})

it('copies the tab secret, so that it does not keep the block in memory', () => {
  const [kept] = unpack(pack(requests.slice(3)))
  const { tabSecret } = (kept as WriteRequest).args[0] as { tabSecret: Uint8Array }
  expect(tabSecret.buffer.byteLength).toBe(2)
})

/** A Buffer arrives as the bytes it holds. */
function plain(all: readonly WriteRequest[]): WriteRequest[] {
  return all.map(({ id, name, args }) => ({ id, name, args: args.map(withoutBuffers) }))
}

function withoutBuffers(arg: unknown): unknown {
  const entries = Object.entries(arg as object).map(([key, value]) => [
    key,
    value instanceof Uint8Array ? Uint8Array.from(value) : value,
  ])
  return Object.fromEntries(entries)
}
