/** From bytes to a batch that keeps every promise of the contract, or an error that names the place. */
import { isUtf8 } from 'node:buffer'
import { Compile } from 'typebox/compile'
import { Batch } from '../../contract/batch.ts'
import { findRowFault } from '../../contract/events.ts'
import { BATCH, ID_BYTES } from '../../contract/limits.ts'
import { ApiError, type FieldError, invalid } from '../errors.ts'
import { isDeeperThan } from './depth.ts'
import { findTextFault } from './texts.ts'
import { findTimeFault } from './times.ts'

const schema = Compile(Batch)

/** One is enough to find the mistake; a few save a round. */
const MAX_FAULTS = 5

/** Brackets to the last byte cost a parser a millisecond at this size; above it nesting is measured first. */
const PARSED_AT_ONCE_BYTES = 4 * 1024

export function readBatch(bytes: Buffer): Batch {
  if (!isUtf8(bytes)) throw new ApiError('invalid_utf8')
  if (bytes.length > PARSED_AT_ONCE_BYTES) refuseDepth(bytes)
  const text = bytes.toString('utf8')
  const value = parse(text, bytes)
  if (!schema.Check(value)) {
    refuseDepth(bytes)
    throw new ApiError('invalid_request', { errors: schemaFaults(value) })
  }

  const fault =
    findRowFault(value.rows, value.names.length) ??
    findEditFault(value) ??
    findTimeFault(value) ??
    // Only an escape can bring a character that UTF-8 cannot hold.
    (text.includes('\\u') ? findTextFault(value) : undefined)
  if (fault !== undefined) throw invalid(fault.pointer, fault.detail)
  if (value.user_id !== undefined && Buffer.byteLength(value.user_id) > ID_BYTES) {
    throw invalid('/user_id', `must not have more than ${ID_BYTES} bytes`)
  }
  if (value.token === undefined && value.claim === undefined) {
    throw invalid('/claim', 'is required where there is no token')
  }
  return value
}

function refuseDepth(bytes: Buffer): void {
  if (isDeeperThan(bytes, BATCH.depth)) throw new ApiError('body_too_deep')
}

function parse(text: string, bytes: Buffer): unknown {
  try {
    return JSON.parse(text)
  } catch {
    refuseDepth(bytes)
    throw new ApiError('invalid_json')
  }
}

function findEditFault({ edits, names }: Batch): FieldError | undefined {
  const index = edits?.findIndex(([name]) => name >= names.length) ?? -1
  return index === -1 ? undefined : { pointer: `/edits/${index}`, detail: 'name is not in the table' }
}

/** The schema's complaints, one a place, in words that never repeat what was sent. */
function schemaFaults(value: unknown): FieldError[] {
  const faults = new Map<string, string>()
  for (const { keyword, instancePath, params, message } of schema.Errors(value)) {
    if (keyword === 'required') {
      for (const name of (params as { requiredProperties: string[] }).requiredProperties) {
        faults.set(`${instancePath}/${name}`, 'is required')
      }
    } else if (keyword === 'boolean') {
      faults.set(instancePath, 'is not a field of a batch')
    } else if (keyword !== 'additionalProperties' && !faults.has(instancePath)) {
      faults.set(instancePath, message)
    }
  }
  return [...faults].slice(0, MAX_FAULTS).map(([pointer, detail]) => ({ pointer, detail }))
}
