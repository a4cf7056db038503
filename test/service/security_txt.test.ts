/** The security contact of the operator, and none without a setting. */
import { afterAll, expect, it } from 'vitest'
import { readConfig } from '../../src/server/config/config.ts'
import { type RunningService, runService } from './running_service.ts'

const NOW = Date.parse('2026-11-18T02:00:00Z')
const started: RunningService[] = []
afterAll(() => Promise.all(started.map((service) => service.stop())))

async function readFrom(env: Record<string, string>): Promise<Response> {
  const service = await runService(env, { now: () => NOW })
  started.push(service)
  return fetch(`${service.address}/.well-known/security.txt`)
}

it('names the contact, and a date in the future', async () => {
  const response = await readFrom({
    BYHAND_SECURITY_CONTACT: 'mailto:security@example.org',
    BYHAND_PUBLIC_URL: 'https://byhand.example.org',
  })
  expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8')
  expect(await response.text()).toBe(
    `Contact: mailto:security@example.org
Expires: 2026-12-18T00:00:00Z
Preferred-Languages: en
Canonical: https://byhand.example.org/.well-known/security.txt
`,
  )
})

it('is not there without a contact', async () => {
  const response = await readFrom({})
  expect([response.status, response.headers.get('content-type')]).toEqual([
    404,
    expect.stringContaining('application/problem+json'),
  ])
})

it.each(['security@example.org', 'http://example.org/report', 'mailto:a@b\nContact: mailto:c@d', 'x'])(
  'rejects the contact %j',
  (contact) => {
    expect(() => readConfig({ BYHAND_SECURITY_CONTACT: contact })).toThrow(
      'BYHAND_SECURITY_CONTACT must be a URL such as mailto:security@example.org',
    )
  },
)
