/** Parses options from the query of a URL. An error names the parameter. */
import { invalid } from './errors.ts'

export function queryInteger(url: string, name: string, min: number, max: number): number | undefined {
  const value = queryValue(url, name)
  if (value === undefined) return undefined
  const number = Number(value)
  if (!/^\d{1,9}$/.test(value) || number < min || number > max) {
    throw invalid(name, `must be a whole number from ${min} to ${max}`)
  }
  return number
}

/** False if absent. */
export function queryFlag(url: string, name: string): boolean {
  const value = queryValue(url, name) ?? 'false'
  if (value !== 'true' && value !== 'false') throw invalid(name, 'must be true or false')
  return value === 'true'
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
    .map(([, value = '']) => decodedPart(name, value.replaceAll('+', ' ')))
  if (values.length > 1) throw invalid(name, 'is given more than once')
  return values[0]
}

/** Part of a URL, percent-decoded once. */
export function decodedPart(name: string, text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw invalid(name, 'is not percent-encoded UTF-8')
  }
}
