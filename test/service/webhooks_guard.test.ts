/** Allowed targets of deliveries: a listener on the loopback must never receive one. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { guardedRequest, type Resolve } from '../../src/server/addresses/guarded_request.ts'
import { type Receiver, startReceiver } from './webhook_receiver.ts'

let canary: Receiver
beforeAll(async () => {
  canary = await startReceiver()
})
afterAll(() => canary?.close())

const port = () => new URL(canary.url).port
const resolvesTo =
  (...addresses: readonly string[]): Resolve =>
  (_host, done) =>
    done(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    )
const post = (host: string, given: { resolve?: Resolve; allowPrivate?: boolean } = {}) =>
  guardedRequest({
    url: new URL(`http://${host}:${port()}/hook`),
    headers: {},
    body: '{}',
    allowPrivate: false,
    timeoutMs: 3_000,
    ...given,
  })

describe('a guarded post', () => {
  it('arrives if private targets are allowed (control for the listener)', async () => {
    expect((await post('127.0.0.1', { allowPrivate: true })).status).toBe(200)
    const named = await post('name.example', { allowPrivate: true, resolve: resolvesTo('127.0.0.1') })
    expect(named.status).toBe(200)
    expect(canary.received).toHaveLength(2)
  })

  it.each([
    '127.0.0.1',
    '127.1',
    '2130706433',
    '0x7f.1',
    '0',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[::]',
  ])('never connects to %s', async (host) => {
    const before = canary.connections()
    await expect(post(host)).rejects.toThrow('private, loopback or reserved')
    expect(canary.connections()).toBe(before)
  })

  it.each([
    ['the loopback', ['127.0.0.1']],
    ['a public and a private address', ['93.184.215.14', '127.0.0.1']],
    ['IPv4 inside IPv6', ['::ffff:127.0.0.1']],
    ['the metadata service', ['169.254.169.254']],
    ['a private address', ['10.0.0.7']],
    ['multicast', ['224.0.0.1', 'ff02::1']],
  ])('never connects to a name that resolves to %s', async (_, addresses) => {
    const before = canary.connections()
    await expect(post('name.example', { resolve: resolvesTo(...addresses) })).rejects.toThrow(
      'private, loopback or reserved',
    )
    expect(canary.connections()).toBe(before)
  })

  it('resolves a name once, so a later change has no effect', async () => {
    const before = canary.connections()
    let lookups = 0
    const flips: Resolve = (host, done) =>
      resolvesTo(lookups++ === 0 ? '203.0.113.1' : '127.0.0.1')(host, done)
    await expect(post('flips.example', { resolve: flips })).rejects.toThrow()
    await expect(post('flips.example', { resolve: flips })).rejects.toThrow('private, loopback or reserved')
    expect(canary.connections()).toBe(before)
  })

  it('follows no redirect', async () => {
    const other = await startReceiver()
    try {
      canary.answer(302, { location: other.url })
      expect((await post('127.0.0.1', { allowPrivate: true })).status).toBe(302)
      expect(other.connections()).toBe(0)
    } finally {
      canary.answer(200)
      await other.close()
    }
  })

  it('has a timeout', async () => {
    canary.answer(0)
    const slow = guardedRequest({
      url: new URL(`${canary.url}/slow`),
      headers: {},
      body: '{}',
      allowPrivate: true,
      timeoutMs: 200,
    })
    await expect(slow).rejects.toThrow()
    canary.answer(200)
  })
})
