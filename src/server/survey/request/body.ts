/** Parses a body into a tree of fields, whatever its content type. */
import { SURVEY } from '../../../contract/limits.ts'
import { RequestFault } from './fault.ts'
import { parseForm } from './form.ts'
import { parseJson } from './json.ts'

export interface BodyTree {
  readonly fields: Readonly<Record<string, unknown>>
  /** In a form, every value is a string, numbers too. */
  readonly form: boolean
}

/** The fields of both versions; other fields are ignored. */
const FIELDS: ReadonlySet<string> = new Set([
  'survey_id',
  'participant_id',
  'questions',
  'responses',
  'question_histories',
  'fingerprint_id',
  'low_effort_threshold',
  'session_id',
  'question_types',
  'disabled_checks',
])

/** Content types that do not determine the format, so the body is inspected: `curl -d` labels JSON as a form. */
const MEDIA_TYPES: ReadonlySet<string> = new Set([
  '',
  'application/json',
  'text/json',
  'text/plain',
  'application/x-www-form-urlencoded',
])

export function parseTree(bytes: Uint8Array, contentType: string): BodyTree {
  if (bytes.byteLength > SURVEY.rawBytes) {
    throw new RequestFault('', `is larger than ${SURVEY.rawBytes} bytes`, 'body_too_large')
  }
  const [mediaType = '', ...parameters] = contentType.split(';').map((part) => part.trim().toLowerCase())
  if (!MEDIA_TYPES.has(mediaType) && !mediaType.endsWith('+json')) {
    throw new RequestFault('', 'must be JSON or form-encoded', 'unsupported_media_type')
  }
  const text = decodeText(bytes, parameters).trim()
  if (text === '') throw new RequestFault('', 'is empty')
  if (looksLikeForm(text)) return { fields: parseForm(text, FIELDS), form: true }
  let value = parseJson(text, '')
  // A body that was stringified twice is a JSON string that holds JSON.
  if (typeof value === 'string') value = parseJson(value, '')
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new RequestFault('', 'must be an object with survey_id, participant_id, questions and responses')
  }
  return { fields: value as Record<string, unknown>, form: false }
}

function decodeText(bytes: Uint8Array, parameters: readonly string[]): string {
  const charset = parameters.find((parameter) => parameter.startsWith('charset='))?.slice('charset='.length)
  let decoder: TextDecoder
  try {
    decoder = new TextDecoder(charset?.replaceAll('"', '') || 'utf-8', { fatal: true })
  } catch {
    throw new RequestFault('', 'has an unknown character set', 'unsupported_media_type')
  }
  try {
    return decoder.decode(bytes)
  } catch {
    throw new RequestFault('', `is not valid ${decoder.encoding.toUpperCase()}`, 'invalid_utf8')
  }
}

function looksLikeForm(text: string): boolean {
  if (/^[{["]/.test(text)) return false
  const equals = text.indexOf('=')
  return equals > 0 && /^[\w%[\]+.~-]+$/.test(text.slice(0, Math.min(equals, 512)))
}
