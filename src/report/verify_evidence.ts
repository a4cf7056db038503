/** Verifies that an evidence document follows from its own recording, without a service, store or network. */
import { Compile } from 'typebox/schema'
import { findRowFault } from '../contract/batch/events.ts'
import { flatten } from '../contract/batch/flat_rows.ts'
import type { RecordedSession } from '../contract/batch/recording.ts'
import { Evidence } from '../contract/evidence.ts'
import { type Maker, makeEvidence } from './evidence.ts'

export interface Verification {
  readonly same: boolean
  readonly session_id: string
  readonly risk_score: number
  readonly recommended_action: string
  /** One sentence per difference. */
  readonly differences: readonly string[]
}

/** The text is not an evidence document. */
export class NotEvidence extends Error {
  override readonly name = 'NotEvidence'
}

const checked = Compile(Evidence)

/** White space between values may differ (`jq` adds some); all other bytes must be equal. */
export function verifyEvidence(text: string, maker: Maker): Verification {
  const claimed = read(text)
  const made = makeEvidence(sessionOf(claimed), claimed.settings, maker, () => {})
  const recomputed = JSON.parse(made) as Evidence
  const given = withoutSpace(text)
  const differences = [...versionsApart(claimed, recomputed), ...compare(claimed, recomputed)]
  if (!isWhole(given, maker)) {
    differences.push('the document was changed after it was made: its digest does not match its bytes')
  } else if (given !== made && differences.length === 0) {
    differences.push(
      'the document differs from the one that this version of Byhand writes for the same recording',
    )
  }
  const { session_id, risk_score, recommended_action } = recomputed
  return { same: differences.length === 0, session_id, risk_score, recommended_action, differences }
}

function read(text: string): Evidence {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new NotEvidence('It is not JSON.')
  }
  if (!checked.Check(value)) {
    const [, [first]] = checked.Errors(value)
    throw new NotEvidence(
      `It is not an evidence document: ${first?.instancePath || 'the document'} ${first?.message ?? 'is invalid'}.`,
    )
  }
  for (const [index, { batch }] of value.recording.batches.entries()) {
    const fault = findRowFault(flatten(batch.rows), batch.names.length)
    if (fault !== undefined) {
      throw new NotEvidence(
        `It is not an evidence document: /recording/batches/${index}/batch${fault.pointer} ${fault.detail}.`,
      )
    }
  }
  return value
}

function sessionOf({ session_id, user_id, tags, recording }: Evidence): RecordedSession {
  const { replay, ...rest } = recording
  return {
    sessionId: session_id,
    userId: user_id ?? null,
    tags,
    ...rest,
    ...(replay && {
      replay: {
        sessionId: replay.session_id,
        presses: replay.presses,
        pressesOf: replay.presses_of,
        strokes: replay.strokes,
        strokesOf: replay.strokes_of,
      },
    }),
  }
}

function versionsApart(claimed: Evidence, here: Evidence): string[] {
  return (['byhand', 'weights', 'model'] as const)
    .filter((name) => claimed.versions[name] !== here.versions[name])
    .map(
      (name) =>
        `made with ${name} ${JSON.stringify(claimed.versions[name])}, but this installation has ${JSON.stringify(here.versions[name])}: verify the document with the version that made it`,
    )
}

const COMPARED = [
  'risk_score',
  'risk_parts',
  'risk_explanation',
  'recommended_action',
  'bands',
  'coverage',
  'caps',
  'checks',
] as const satisfies readonly (keyof Evidence)[]

function compare(claimed: Evidence, here: Evidence): string[] {
  return COMPARED.flatMap((name) => differingPaths(name, claimed[name], here[name]))
}

/** Every leaf that differs, by its path. */
function differingPaths(path: string, claimed: unknown, here: unknown): string[] {
  if (isObject(claimed) && isObject(here)) {
    const names = new Set([...Object.keys(claimed), ...Object.keys(here)])
    return [...names].flatMap((name) => differingPaths(`${path}.${name}`, claimed[name], here[name]))
  }
  const [said, found] = [JSON.stringify(claimed), JSON.stringify(here)]
  return said === found ? [] : [`${path}: the document says ${said}, but its recording gives ${found}`]
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const DIGEST_TAIL = /,"digest":"([0-9a-f]{64})"\}$/

function isWhole(text: string, { sha256 }: Maker): boolean {
  const tail = DIGEST_TAIL.exec(text)
  if (tail === null) return false
  const before = `${text.slice(0, tail.index)}}`
  return sha256(before) === tail[1]
}

/** JSON without white space between its values. Text inside quotes is unchanged. */
const withoutSpace = (text: string): string =>
  text.replace(/("(?:[^"\\]|\\.)*"?)|[\t\n\r ]+/g, (_, quoted: string | undefined) => quoted ?? '')
