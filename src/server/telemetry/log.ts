/**
 * A log of JSON lines. A line never contains an IP address, a user id, a body, a key or a query string. Callers pass
 * only values of the service itself (codes, routes, counts); messages of other errors go through `describeError`.
 */
export const LOG_LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

export type LogFields = Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>

export interface Log {
  debug(message: string, fields?: LogFields): void
  info(message: string, fields?: LogFields): void
  warn(message: string, fields?: LogFields): void
  error(message: string, fields?: LogFields): void
  readonly isDebug: boolean
}

export function openLog(level: LogLevel, write: (line: string) => void, now: () => number = Date.now): Log {
  const lowest = LOG_LEVELS.indexOf(level)
  const at = (name: LogLevel) => {
    if (LOG_LEVELS.indexOf(name) < lowest) return () => {}
    return (message: string, fields?: LogFields) =>
      write(
        `${escapeControls(JSON.stringify({ time: new Date(now()).toISOString(), level: name, message, ...fields }))}\n`,
      )
  }
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error'), isDebug: lowest === 0 }
}

/** JSON escapes C0 controls only; terminals also interpret DEL, C1, line separators and bidi marks. */
const CONTROLS = /[\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]/g

export function escapeControls(json: string): string {
  return json.replace(CONTROLS, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

const ERROR_CHARS = 300
const STACK_LINES = 6

/** Log fields for an error. Quoted parts of its message are removed, because they may be personal data. */
export function describeError(error: unknown): LogFields {
  if (!(error instanceof Error)) return { error: typeof error }
  const code = (error as { code?: unknown }).code
  return {
    error: error.name,
    ...(typeof code === 'string' && { error_code: code.slice(0, 64) }),
    error_message: withoutData(error.message).slice(0, ERROR_CHARS),
    stack: (error.stack ?? '')
      .split('\n')
      .filter((line) => line.startsWith('    at '))
      .slice(0, STACK_LINES)
      .map((line) => line.trim()),
  }
}

function withoutData(text: string): string {
  return text
    .replace(/"[^"]*"?|'[^']*'?|`[^`]*`?/g, '"…"')
    .replace(/bh_[ps]k_\w*/g, 'bh_…')
    .replace(/\b\d{1,3}(\.\d{1,3}){3}\b/g, '…')
}
