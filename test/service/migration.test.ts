/** The code of the migration guide, run with the calls of code that was written for other products. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestWorkspace } from '../../src/server/test_mode/test_mode.ts'
import { createKey } from '../../src/server/workspace/keys.ts'
import { type RunningService, runService } from './running_service.ts'

const PAGE = join(import.meta.dirname, '../../docs/how-to/migrate-from-another-product.md')

let service: RunningService
// biome-ignore lint/suspicious/noExplicitAny: the code of the page has no types.
let byhand: any
beforeAll(async () => {
  service = await runService()
  const { store, now } = service.services
  const { id: workspace } = await service.workspace()
  await openTestWorkspace(store, workspace, now())
  const request = { workspace, kind: 'secret', name: 'ci', scopes: ['sessions'], isTest: true } as const
  const { key } = await createKey(store.keys, request, now())
  const [, source = ''] = /```js\n([\s\S]*?)```/.exec(await readFile(PAGE, 'utf8')) ?? []
  const page = await import(`data:text/javascript,${encodeURIComponent(source)}`)
  byhand = page.connect(service.address, key)
})
afterAll(() => service.stop())

it('serves code written for a captcha', async () => {
  const passes = async (token: string) => {
    const { success, score } = await byhand.siteverify(token)
    return success === true && score >= 0.5
  }
  expect(await passes('test.auto_accept')).toBe(true)
  expect(await passes('test.auto_reject')).toBe(false)
  expect(await passes('test.unknown')).toBe(false)
  // Code that reads only the score. The risk score of a session without evidence is low.
  expect(await byhand.siteverify('test.unknown')).toEqual({ success: false, score: 0 })
  expect((await byhand.siteverify('test.auto_accept')).score).toBeGreaterThan(0.9)
  expect(await byhand.siteverify('test.missing')).toEqual({
    success: false,
    'error-codes': ['invalid-input-response'],
  })
})

it('serves code written for a fingerprinting product', async () => {
  const signalsOf = async (requestId: string) => {
    const { products } = await byhand.event(requestId)
    return [
      products.botd.data.bot.result,
      products.vpn.data.result,
      products.tor.data.result,
      products.virtualMachine.data.result,
    ]
  }
  expect(await signalsOf('test.auto_accept')).toEqual(['notDetected', false, false, false])
  expect(await signalsOf('test.bot')).toEqual(['bad', false, false, false])
  expect(await signalsOf('test.vpn')).toEqual(['notDetected', true, false, false])
  expect(await signalsOf('test.tor')).toEqual(['notDetected', false, true, false])
  expect(await signalsOf('test.virtual_machine')).toEqual(['notDetected', false, false, true])
  expect(await byhand.event('test.missing')).toBeNull()
})

it('serves code written for a session-risk product', async () => {
  const statusOf = async (sessionId: string) => (await byhand.sessionQuery(sessionId)).review_status
  expect(await statusOf('test.auto_accept')).toBe('pass')
  expect(await statusOf('test.accept_with_monitoring')).toBe('pass')
  expect(await statusOf('test.manual_review')).toBe('challenge')
  expect(await statusOf('test.auto_reject')).toBe('reject')
  expect(await statusOf('test.unknown')).toBe('challenge')
  expect(await statusOf('test.missing')).toBe('challenge')
})
