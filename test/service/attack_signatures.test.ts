/** Deliveries checked by an independent verifier: ours pass, modified ones do not. */
import fc from 'fast-check'
import { Webhook } from 'standardwebhooks'
import { expect, it } from 'vitest'
import { newSecret, shownSecret, signatureHeaders } from '../../src/server/webhooks/signature.ts'
import { SEED } from './attack_full.ts'

const RUNS = 1_000
const body = fc.record({ type: fc.string(), data: fc.jsonValue() }).map((event) => JSON.stringify(event))
const id = fc.stringMatching(/^evt_[\w-]{22}$/)

it(`accepts ${RUNS} deliveries, and rejects ${RUNS} that were changed, old or signed with another secret`, () => {
  const secret = newSecret()
  const verifier = new Webhook(shownSecret(secret))
  const kinds = { body: 0, id: 0, time: 0, signature: 0, age: 0, secret: 0 }
  const change = fc.record({
    kind: fc.constantFrom(...(Object.keys(kinds) as (keyof typeof kinds)[])),
    at: fc.nat(),
  })
  fc.assert(
    fc.property(body, id, change, (text, eventId, { kind, at }) => {
      const now = Date.now()
      const headers = signatureHeaders([secret], eventId, now, text)
      expect(verifier.verify(text, headers)).toEqual(JSON.parse(text))
      // Signed twice while a secret is being rotated, so either secret verifies it.
      const both = signatureHeaders([newSecret(), secret], eventId, now, text)
      expect(verifier.verify(text, both)).toEqual(JSON.parse(text))

      const turned = (given: string) => {
        const place = at % given.length
        return `${given.slice(0, place)}${given[place] === 'A' ? 'B' : 'A'}${given.slice(place + 1)}`
      }
      const touched = {
        body: () => verifier.verify(`${text} `, headers),
        id: () => verifier.verify(text, { ...headers, 'webhook-id': turned(eventId) }),
        time: () =>
          verifier.verify(text, { ...headers, 'webhook-timestamp': String(Math.floor(now / 1000) - 1) }),
        signature: () => {
          // The last character of base64 has unused bits.
          const [version, value] = (headers['webhook-signature'] as string).split(',') as [string, string]
          const other = `${turned(value.slice(0, 42))}${value.slice(42)}`
          return verifier.verify(text, { ...headers, 'webhook-signature': `${version},${other}` })
        },
        age: () => verifier.verify(text, signatureHeaders([secret], eventId, now - 6 * 60_000, text)),
        secret: () => verifier.verify(text, signatureHeaders([newSecret()], eventId, now, text)),
      }
      expect(touched[kind]).toThrow()
      kinds[kind]++
    }),
    { numRuns: RUNS, seed: SEED },
  )
  expect(Object.values(kinds).every((count) => count > 100)).toBe(true)
})
