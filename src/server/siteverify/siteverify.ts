/** Verifies the response of a captcha widget once, with the contract of its vendor. */
import type { ResultFault } from '../../contract/result.ts'
import type { KeyRow } from '../../store/keys.ts'
import type { Services } from '../base/services.ts'
import { openSessionWait } from '../base/session_wait.ts'
import { openWorkspaceSettings, type WorkspaceSettings } from '../base/workspace_settings.ts'
import { currentVerdict, type Verdict } from '../results/current_verdict.ts'
import type { Results } from '../results/results.ts'
import type { Fields } from './fields.ts'
import { type Fault, faultBody, riskyBody, successBody, type Vendor } from './vendors.ts'

/** The form is often verified before the last batch of its page has arrived. */
const WAIT_MS = 2_000

/** Expired rows are deleted at most this often. */
const FORGET_EVERY_MS = 60_000

const FAULTS: Readonly<Record<ResultFault, Fault>> = {
  invalid: 'invalid_response',
  expired: 'expired',
  other_site: 'other_site',
}

/** Whether a visitor without enough evidence passes: the setting of the workspace, by default yes. */
export const passesUnknown = ({ siteverify_unknown }: WorkspaceSettings): boolean =>
  siteverify_unknown !== 'fail'

export interface SiteVerify {
  /** The key of the `secret` field, or the reason why it is none. */
  authenticate(secret: string): Promise<KeyRow | Fault>
  verify(vendor: Vendor, workspace: string, fields: Fields): Promise<object>
}

export function openSiteVerify(services: Services, results: Results): SiteVerify {
  const { store, keys, now } = services
  const settings = openWorkspaceSettings(store.keys)
  const wait = openSessionWait(store.sessions, now)
  let forgotAt = 0

  async function isFirstUse(workspace: string, resultId: string, expiresAt: number, idempotencyKey: string) {
    if (now() - forgotAt > FORGET_EVERY_MS) {
      forgotAt = now()
      await store.usedResults.forgetExpired(now())
    }
    const used = { workspace, resultId, expiresAt, idempotencyKey: idempotencyKey || null }
    return store.usedResults.use(used)
  }

  const passes = async (workspace: string, { effective_action }: Verdict): Promise<boolean> =>
    effective_action === 'Unknown'
      ? passesUnknown(await settings.of(workspace))
      : effective_action !== 'Auto-reject or high-priority review'

  return {
    async authenticate(secret) {
      if (secret === '') return 'missing_secret'
      const row = await keys.find(secret)
      return row?.kind === 'secret' && row.scopes.includes('sessions') ? row : 'invalid_secret'
    },

    async verify(vendor, workspace, { response, sitekey, idempotencyKey }) {
      if (response === '') return faultBody(vendor, 'missing_response')
      const answer = await results.verify(workspace, response, sitekey || undefined)
      if (!answer.valid) return faultBody(vendor, FAULTS[answer.reason])
      const { result } = answer
      const key = { workspace, sessionId: result.session_id }
      await wait.untilCurrent(key, WAIT_MS)
      // The session may have gone on since the result was signed. If it was erased, the signed score remains.
      const verdict = (await currentVerdict(services, key)) ?? result
      if (!(await isFirstUse(workspace, result.result_id, result.expires_at, idempotencyKey))) {
        return faultBody(vendor, 'already_used')
      }
      const body = (await passes(workspace, verdict)) ? successBody : riskyBody
      return body(vendor, result, verdict)
    },
  }
}
