/** Parses ids from a URL. An error names the parameter. */
import { ID_BYTES } from '../../contract/limits.ts'
import { invalid } from '../http/errors.ts'
import { decodedPart, queryValue } from '../http/query.ts'

/** The third segment: `/v1/sessions/{here}/report`. */
const ID_SEGMENT = 3

/** Parses the raw URL, so that `%2F` stays inside its segment and `%25` is decoded once. */
export function pathId(url: string, name: string): string {
  const path = url.split('?', 1)[0] as string
  return checkedId(name, decodedPart(name, path.split('/')[ID_SEGMENT] ?? ''))
}

export function queryId(url: string, name: string): string {
  const value = queryValue(url, name)
  if (value === undefined) throw invalid(name, 'is required')
  return checkedId(name, value)
}

function checkedId(name: string, id: string): string {
  if (id === '') throw invalid(name, 'must not be empty')
  if (id.includes('\0')) throw invalid(name, 'contains a NUL character')
  if (Buffer.byteLength(id) > ID_BYTES) throw invalid(name, `must be at most ${ID_BYTES} bytes`)
  return id
}
