/** `fingerprint_checks`: facts about the device with a fingerprint id, within a workspace. */
import { createHmac, randomBytes } from 'node:crypto'
import { decodeBatch } from '../../../contract/batch/codec.ts'
import type { CheckResult } from '../../../contract/checks.ts'
import type { DeviceChecks } from '../../../contract/session.ts'
import type { FingerprintChecks } from '../../../contract/survey.ts'
import type { Store } from '../../../store/store.ts'
import { keyText } from '../../../store/values/key_text.ts'
import type { Scoring } from '../../services.ts'
import { deviceProperties } from './device_facts.ts'

const SECRET_BYTES = 32
const DEVICE_ID_CHARS = 27

/** All fields but `duplicate`, which depends on the other participants. */
export interface KnownDevice {
  readonly deviceId: string
  readonly checks: Omit<FingerprintChecks, 'duplicate'>
}

/** The checks of a fingerprint id that the workspace never received. */
export const UNKNOWN_DEVICE: FingerprintChecks = {
  device_id: null,
  ip_country: null,
  bot: null,
  vpn: null,
  incognito: null,
  tampering: null,
  virtual_machine: null,
  duplicate: null,
  error: true,
}

export async function findDevice(
  { store, scoring }: { store: Store; scoring: Pick<Scoring, 'report'> },
  workspace: string,
  fingerprintId: string,
): Promise<KnownDevice | null> {
  if (fingerprintId === '') return null
  const sessionId = await store.surveys.deviceSession(workspace, keyText(fingerprintId))
  if (sessionId === null) return null
  const [scored, batches] = await Promise.all([
    scoring.report({ workspace, sessionId }),
    store.sessions.batches({ workspace, sessionId }),
  ])
  if (scored === null) return null
  const { device_checks: checks } = JSON.parse(scored.report.record) as { device_checks: DeviceChecks }
  const facts = deviceProperties(batches.map(({ bytes }) => decodeBatch(bytes)))
  const deviceId = await deviceIdOf(store, workspace, fingerprintId)
  return {
    deviceId,
    checks: {
      device_id: deviceId,
      ip_country: facts.country,
      bot: isDetected(checks.bot),
      vpn: isDetected(checks.vpn),
      incognito: facts.incognito,
      tampering: facts.tampering,
      virtual_machine: isDetected(checks.virtual_machine),
      error: false,
    },
  }
}

const isDetected = (result: CheckResult): boolean | null =>
  result === 'Unknown' ? null : result === 'Detected'

/** Keyed by a secret of the workspace, so that two workspaces cannot match their device ids. */
async function deviceIdOf(store: Store, workspace: string, fingerprintId: string): Promise<string> {
  const secret = await store.keys.secret(`device ids of ${workspace}`, randomBytes(SECRET_BYTES))
  return createHmac('sha256', secret).update(fingerprintId).digest('base64url').slice(0, DEVICE_ID_CHARS)
}
