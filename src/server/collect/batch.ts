/** From bytes to a batch that keeps every promise of the contract, or an error that names the place. */
import { isUtf8 } from 'node:buffer'
import { Compile } from 'typebox/compile'
import { Batch } from '../../contract/batch.ts'
import { encodeRows } from '../../contract/codec.ts'
import { findRowFault } from '../../contract/events.ts'
import { type FlatRows, flatten, spanOf } from '../../contract/flat_rows.ts'
import { BATCH, ID_BYTES } from '../../contract/limits.ts'
import { ApiError, type FieldError, invalid } from '../http/errors.ts'
import { isDeeperThan } from './depth.ts'
import { PLACEHOLDER, readRowsText } from './rows_text.ts'
import { findTextFault } from './texts.ts'
import { findTimeFault } from './times.ts'

const schema = Compile(Batch)

/** One is enough to find the mistake; a few save a round. */
const MAX_FAULTS = 5

/** Brackets to the last byte cost a parser a millisecond at this size; above it nesting is measured first. */
const PARSED_AT_ONCE_BYTES = 4 * 1024

/** A batch whose rows were checked, and are kept as they will be stored. */
export type ReadBatch = Omit<Batch, 'rows'> & { readonly rows: ReadRows }

export interface ReadRows {
  readonly count: number
  readonly span: number
  readonly encoded: Uint8Array
}

export function readBatch(bytes: Buffer): ReadBatch {
  if (!isUtf8(bytes)) throw new ApiError('invalid_utf8')
  if (bytes.length > PARSED_AT_ONCE_BYTES) refuseDepth(bytes)
  return readQuickly(bytes) ?? readAny(bytes)
}

/** Undefined: not in the spelling of the script, or not valid; whoever reads it in full says what is wrong. */
function readQuickly(bytes: Buffer): ReadBatch | undefined {
  const read = readRowsText(bytes)
  if (read === undefined) return undefined
  const value = parsed(read.rest)
  // Rows that were found elsewhere than in their place, or that others follow, left this behind somewhere else.
  if (!isObject(value) || value.rows !== PLACEHOLDER) return undefined
  value.rows = []
  return schema.Check(value) ? accepted(value, read.rows, read.rest) : undefined
}

function readAny(bytes: Buffer): ReadBatch {
  const text = bytes.toString('utf8')
  const value = parsed(text)
  if (value === undefined) {
    refuseDepth(bytes)
    throw new ApiError('invalid_json')
  }
  if (!schema.Check(value)) {
    refuseDepth(bytes)
    throw new ApiError('invalid_request', { errors: schemaFaults(value) })
  }
  return accepted(value, flatten(value.rows), text)
}

function accepted(value: Batch, rows: FlatRows, text: string): ReadBatch {
  const fault =
    findRowFault(rows, value.names.length) ??
    findEditFault(value) ??
    findTimeFault(value, rows) ??
    // Only an escape can bring a character that UTF-8 cannot hold.
    (text.includes('\\u') ? findTextFault(value) : undefined)
  if (fault !== undefined) throw invalid(fault.pointer, fault.detail)
  if (value.user_id !== undefined && Buffer.byteLength(value.user_id) > ID_BYTES) {
    throw invalid('/user_id', `must not have more than ${ID_BYTES} bytes`)
  }
  if (value.token === undefined && value.claim === undefined) {
    throw invalid('/claim', 'is required where there is no token')
  }
  return { ...value, rows: { count: rows.count, span: spanOf(rows), encoded: encodeRows(rows) } }
}

function refuseDepth(bytes: Buffer): void {
  if (isDeeperThan(bytes, BATCH.depth)) throw new ApiError('body_too_deep')
}

/** Undefined: no JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

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
