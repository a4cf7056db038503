/** Parses and validates a batch. An error names the invalid field. */
import { isUtf8 } from 'node:buffer'
import { Compile } from 'typebox/schema'
import { Batch } from '../../contract/batch/batch.ts'
import { encodeRows } from '../../contract/batch/codec.ts'
import { findRowFault } from '../../contract/batch/events.ts'
import { type FlatRows, flatten, spanOf } from '../../contract/batch/flat_rows.ts'
import { BATCH, ID_BYTES } from '../../contract/limits.ts'
import { ApiError, type FieldError, invalid } from '../http/errors.ts'
import { isDeeperThan } from './depth.ts'
import { PLACEHOLDER, readRowsText } from './rows_text.ts'
import { findTextFault } from './texts.ts'
import { findTimeFault } from './times.ts'

const schema = Compile(Batch)

/** Several errors at once save the caller a round trip. */
const MAX_FAULTS = 5

/** Up to this size, even deeply nested JSON parses within a millisecond; above it the depth is checked first. */
const PARSED_DIRECTLY_BYTES = 4 * 1024

/** A valid batch, with its rows encoded as they will be stored. */
export type ReadBatch = Omit<Batch, 'rows'> & { readonly rows: ReadRows }

export interface ReadRows {
  readonly count: number
  readonly span: number
  readonly encoded: Uint8Array
}

export function readBatch(bytes: Buffer): ReadBatch {
  if (!isUtf8(bytes)) throw new ApiError('invalid_utf8')
  if (bytes.length > PARSED_DIRECTLY_BYTES) rejectDeepNesting(bytes)
  return parseFast(bytes) ?? parseAny(bytes)
}

/** Undefined: not formatted as the script does, or not valid. `parseAny` then reports the error. */
function parseFast(bytes: Buffer): ReadBatch | undefined {
  const read = readRowsText(bytes)
  if (read === undefined) return undefined
  const value = parsed(read.rest)
  // If another `rows` key was matched, or a second one follows, the placeholder is not here.
  if (!isObject(value) || value.rows !== PLACEHOLDER) return undefined
  value.rows = []
  return schema.Check(value) ? accepted(value, read.rows, read.rest) : undefined
}

function parseAny(bytes: Buffer): ReadBatch {
  const text = bytes.toString('utf8')
  const value = parsed(text)
  if (value === undefined) {
    rejectDeepNesting(bytes)
    throw new ApiError('invalid_json')
  }
  if (!schema.Check(value)) {
    rejectDeepNesting(bytes)
    throw new ApiError('invalid_request', { errors: schemaFaults(value) })
  }
  return accepted(value, flatten(value.rows), text)
}

function accepted(value: Batch, rows: FlatRows, text: string): ReadBatch {
  const fault =
    findRowFault(rows, value.names.length) ??
    findEditFault(value) ??
    findTimeFault(value, rows) ??
    // Only an escape sequence can yield a character that UTF-8 cannot encode.
    (text.includes('\\u') ? findTextFault(value) : undefined)
  if (fault !== undefined) throw invalid(fault.pointer, fault.detail)
  if (value.user_id !== undefined && Buffer.byteLength(value.user_id) > ID_BYTES) {
    throw invalid('/user_id', `must not have more than ${ID_BYTES} bytes`)
  }
  if (value.token === undefined && value.tab_secret === undefined) {
    throw invalid('/tab_secret', 'is required without a token')
  }
  return { ...value, rows: { count: rows.count, span: spanOf(rows), encoded: encodeRows(rows) } }
}

function rejectDeepNesting(bytes: Buffer): void {
  if (isDeeperThan(bytes, BATCH.depth)) throw new ApiError('body_too_deep')
}

/** Undefined: not JSON. */
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
  return index === -1
    ? undefined
    : { pointer: `/edits/${index}`, detail: 'name index is out of range of `names`' }
}

/** Schema errors, one per field. They never repeat input. */
function schemaFaults(value: unknown): FieldError[] {
  const faults = new Map<string, string>()
  for (const { keyword, instancePath, params, message } of schema.Errors(value)[1]) {
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
