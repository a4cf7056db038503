import { expect, it } from 'vitest'
import { openFailureLog } from './failure_log.ts'
import { openLog } from './log.ts'

it('logs each kind of failure once a second, with the number of suppressed lines', () => {
  const lines: string[] = []
  let clock = 0
  const logFailure = openFailureLog(
    openLog('info', (line) => lines.push(line)),
    () => clock,
  )
  for (let i = 0; i < 100; i++) logFailure('store_unavailable', new Error('full'), { request_id: `req_${i}` })
  logFailure('internal_error', new Error('bug'), { request_id: 'req_x' })
  clock = 1_000
  logFailure('store_unavailable', new Error('full'), { request_id: 'req_y' })
  logFailure('wrong key', null, { request_id: 'req_z' })
  expect(
    lines.map((line) => JSON.parse(line)).map(({ message, request_id, also }) => [message, request_id, also]),
  ).toEqual([
    ['store_unavailable', 'req_0', undefined],
    ['internal_error', 'req_x', undefined],
    ['store_unavailable', 'req_y', 99],
    ['wrong key', 'req_z', undefined],
  ])
  expect(lines.map((line) => 'stack' in JSON.parse(line))).toEqual([true, true, true, false])
})
