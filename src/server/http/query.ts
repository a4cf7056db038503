/** Parts of a URL. An error names the parameter. */
import { invalid } from './errors.ts'

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
