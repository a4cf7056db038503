import { clock } from '../../migrations/002-clock.ts'
import { queuedErasures } from '../../migrations/003-queued-erasures.ts'
import { codebooks } from '../../migrations/004-codebooks.ts'
import { SETTLE_INDEX, settledSurveys } from '../../migrations/005-settled-surveys.ts'
import { clockReference } from '../../migrations/007-clock-reference.ts'
import { DELIVERIES_INDEX } from '../../migrations/008-deliveries-by-webhook.ts'
import { clockLeaps } from '../../migrations/009-clock-leaps.ts'
import { schema } from './001-schema.ts'
import type { Step } from './step.ts'

/** In order. Never edit a released step. The position in this list is the step's number, from 1. */
export const STEPS: readonly Step[] = [
  { name: 'schema', sql: schema },
  { name: 'clock', sql: clock },
  { name: 'queued erasures', sql: queuedErasures },
  { name: 'codebooks', sql: codebooks },
  { name: 'settled surveys', sql: settledSurveys },
  { name: 'index of settled surveys', indexes: [SETTLE_INDEX] },
  { name: 'clock reference', sql: clockReference },
  { name: 'index of deliveries by webhook', indexes: [DELIVERIES_INDEX] },
  { name: 'clock leaps', sql: clockLeaps },
]
