/** Parses ids and options from a URL. An error names the parameter. */
import { ID_BYTES } from '../../contract/limits.ts'
import { invalid } from '../http/errors.ts'

/** The third segment: `/v1/sessions/{here}/report`. */
const ID_SEGMENT = 3

/** Parses the raw URL, so that `%2F` stays inside its segment and `%25` is decoded once. */
export function pathId(url: string, name: string): string {
  const path = url.split('?', 1)[0] as string
  return checkedId(name, decoded(name, path.split('/')[ID_SEGMENT] ?? ''))
}

export function queryId(url: string, name: string): string {
  const value = queryValue(url, name)
  if (value === undefined) throw invalid(name, 'is required')
  return checkedId(name, value)
}

export function queryInteger(url: string, name: string, min: number, max: number): number | undefined {
  const value = queryValue(url, name)
  if (value === undefined) return undefined
  const number = Number(value)
  if (!/^\d{1,9}$/.test(value) || number < min || number > max) {
    throw invalid(name, `must be a whole number from ${min} to ${max}`)
  }
  return number
}

/** Undefined if absent. Throws if it occurs twice or is not percent-encoded UTF-8. */
export function queryValue(url: string, name: string): string | undefined {
  const from = url.indexOf('?')
  if (from === -1) return undefined
  const values = url
    .slice(from + 1)
    .split('&')
    .map((pair) => pair.split(/=(.*)/s, 2))
    .filter(([key]) => key === name)
    .map(([, value = '']) => decoded(name, value.replaceAll('+', ' ')))
  if (values.length > 1) throw invalid(name, 'is given more than once')
  return values[0]
}

function decoded(name: string, text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw invalid(name, 'is not percent-encoded UTF-8')
  }
}

function checkedId(name: string, id: string): string {
  if (id === '') throw invalid(name, 'must not be empty')
  if (id.includes('\0')) throw invalid(name, 'contains a NUL character')
  if (Buffer.byteLength(id) > ID_BYTES) throw invalid(name, `must be at most ${ID_BYTES} bytes`)
  return id
}
