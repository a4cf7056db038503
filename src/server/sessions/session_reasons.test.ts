import { expect, it } from 'vitest'
import type { CheckView } from '../../contract/dashboard/session_view.ts'
import type { BuiltView } from '../../report/view/build_view.ts'
import type { SessionRow } from '../../store/sessions.ts'
import { sessionReasons } from './session_reasons.ts'

const at = Date.UTC(2026, 10, 18, 9, 5)
const session = { sessionId: 's-1', startedAt: at, lastAt: at } as SessionRow
const check = (given: Partial<CheckView>): CheckView => ({
  check: 'bot',
  kind: 'device',
  meaning: '',
  result: 'Detected',
  evidence: 'Found: navigator.webdriver is true, a headless browser.',
  strength: 1,
  proof: true,
  points: 80,
  limited_by: null,
  score_without: 0,
  at_ms: [],
  ...given,
})
const sheetOf = (checks: readonly CheckView[], recommended_action = 'Auto-reject or high-priority review') =>
  sessionReasons(session, {
    checks,
    risk_score: 80,
    recommended_action,
    coverage: { gaps: 0 },
  } as unknown as BuiltView)

it('lists observations in plain words, and points only where they count', () => {
  const { counted, observations, about } = sheetOf([
    check({ check: 'centered_clicks', evidence: '5 of 5 clicks.', points: 0, limited_by: 'score' }),
    check({}),
    check({
      check: 'virtual_machine',
      result: 'Not detected',
      evidence: 'Found, but not enough on its own: no taskbar.',
      points: 1,
    }),
  ])
  expect(counted).toEqual([
    'The browser showed traces of automation tools: the browser reports that a program controls it, a headless browser (80 points).',
    'A weak sign (the type of device): no taskbar (1 point).',
  ])
  expect(observations).toEqual(['Clicks hit the exact center of their targets: 5 of 5 clicks.'])
  expect(about).toBe('Visit on 18 Nov 2026, at 09:05 UTC. Reference: s-1')
})

it('says that the points of a session without a result mean little', () => {
  expect(sheetOf([check({})]).sum).toBe('Together: 80 of 100 points.')
  expect(sheetOf([check({})], 'Unknown').sum).toBe(
    'Together: 80 of 100 points. This is too little data for a result.',
  )
})
