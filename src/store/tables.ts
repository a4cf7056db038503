import { links, logins, members, memberships, totp } from './accounts.ts'
import { audit } from './audit.ts'
import { clock } from './clock.ts'
import { keys, secrets, workspaces } from './keys.ts'
import { queuedErasures } from './queued_erasures.ts'
import { references } from './references.ts'
import { stepUps } from './step_ups.ts'
import {
  analyses,
  answers,
  devices,
  idempotency,
  laterAnalyses,
  questions,
  samples,
  surveys,
} from './surveys.ts'
import { uploads } from './uploads.ts'
import { deliveries, webhooks } from './webhooks.ts'

/** Every described table that is part of a backup. */
export const DESCRIBED = [
  ...[workspaces, keys, secrets],
  ...[members, memberships, links, logins, totp],
  ...[analyses, answers, laterAnalyses, surveys, questions, samples, references, idempotency, devices],
  ...[stepUps, audit, webhooks, deliveries, uploads, queuedErasures, clock],
] as const
