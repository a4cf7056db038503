/** Parsers of configuration values. Each throws a message that completes "BYHAND_X …". */
import { parseRanges } from '../addresses/client_address.ts'
import { LOG_LEVELS, type LogLevel } from '../telemetry/log.ts'

export const text = (value: string): string => value

export function hostName(value: string): string {
  if (!/^[A-Za-z0-9.:_-]+$/.test(value)) throw new Error('must be an IP address or a host name')
  return value
}

export const wholeNumber =
  (min: number, max: number) =>
  (value: string): number => {
    const number = Number(value)
    if (!/^\d+$/.test(value) || number < min || number > max) {
      throw new Error(`must be a whole number from ${min} to ${max}`)
    }
    return number
  }

export function yesOrNo(value: string): boolean {
  if (value !== 'yes' && value !== 'no') throw new Error('must be yes or no')
  return value === 'yes'
}

export function yesNoAuto(value: string): 'yes' | 'no' | 'auto' {
  if (value !== 'yes' && value !== 'no' && value !== 'auto') throw new Error('must be yes, no or auto')
  return value
}

export function yesNoPrivate(value: string): 'yes' | 'no' | 'private' {
  if (value !== 'yes' && value !== 'no' && value !== 'private') {
    throw new Error('must be yes, no or private')
  }
  return value
}

export const portNumber = wholeNumber(0, 65_535)

export function storeUrl(value: string): string {
  if (!/^(sqlite$|sqlite:|postgres(ql)?:\/\/)/.test(value)) {
    throw new Error('must be `sqlite` or start with postgres://')
  }
  if (!value.startsWith('sqlite') && !URL.canParse(value)) {
    throw new Error(
      'must be a URL such as postgres://user:password@host/database, with special characters in the password percent-encoded',
    )
  }
  return value
}

export function httpUrl(value: string): string {
  const url = URL.parse(value)
  if (url === null || !/^https?:$/.test(url.protocol) || url.search !== '' || url.hash !== '') {
    throw new Error('must be a URL such as https://byhand.example.org')
  }
  return url.href.replace(/\/$/, '')
}

export function securityContact(value: string): string {
  const url = URL.parse(value)
  if (url === null || !['mailto:', 'https:', 'tel:'].includes(url.protocol) || value.includes('\n')) {
    throw new Error('must be a URL such as mailto:security@example.org')
  }
  return url.href
}

export function proxyRanges(value: string): readonly string[] {
  const ranges = value
    .split(',')
    .map((range) => range.trim())
    .filter((range) => range !== '')
  parseRanges(ranges)
  return ranges
}

/** One or more plain segments, not a route of the service itself. */
export function addressPath(value: string): string {
  if (!/^(\/[A-Za-z0-9_.~-]+)+$/.test(value) || /\/\.\.?(\/|$)/.test(value)) {
    throw new Error('must be a path such as /i/v1/batch')
  }
  if (
    /^\/(v1|survey-check|healthz|readyz|metrics|app|demo|typing|docs|integrations|link|openapi\.json)(\/|$)/.test(
      value,
    )
  ) {
    throw new Error('must not be a path that the service itself uses')
  }
  return value
}

export function scriptFileName(value: string): string {
  if (!/^[A-Za-z0-9_-][A-Za-z0-9_.-]*\.js$/.test(value)) throw new Error('must be a file name ending in .js')
  return value
}

/** In lower case, as Node names headers. */
export function headerName(value: string): string {
  if (!/^[A-Za-z][A-Za-z0-9-]{0,63}$/.test(value)) throw new Error('must be the name of a request header')
  return value.toLowerCase()
}

export function secretText(value: string): string {
  if (!/^[\x21-\x7e]{16,256}$/.test(value)) throw new Error('must be 16 to 256 visible ASCII characters')
  return value
}

export function logLevel(value: string): LogLevel {
  const level = LOG_LEVELS.find((known) => known === value)
  if (level === undefined) throw new Error(`must be one of ${LOG_LEVELS.join(', ')}`)
  return level
}

export function word(value: string): string {
  if (!/^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$/.test(value))
    throw new Error('must be one word of letters and digits')
  return value
}
