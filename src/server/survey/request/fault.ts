/** A fault in a request, with its location. The parser throws it; the service answers 4xx and logs no error. */
import type { ErrorCode } from '../../http/errors.ts'

export type FaultCode = Extract<
  ErrorCode,
  | 'invalid_request'
  | 'invalid_json'
  | 'invalid_utf8'
  | 'invalid_gzip'
  | 'body_too_deep'
  | 'body_too_large'
  | 'unsupported_media_type'
>

export class RequestFault extends Error {
  override readonly name = 'RequestFault'
  readonly code: FaultCode
  /** JSON pointer into the body; empty: the whole body. */
  readonly pointer: string

  constructor(pointer: string, detail: string, code: FaultCode = 'invalid_request') {
    super(detail)
    this.pointer = pointer
    this.code = code
  }
}

/** Appends one key to a JSON pointer, escaped per RFC 6901. Lone surrogates cannot be sent back, so they are replaced. */
export function pointerTo(parent: string, key: string | number): string {
  // Every entry of a history has one, so the common case is short.
  if (typeof key === 'number') return `${parent}/${key}`
  return `${parent}/${key.toWellFormed().replaceAll('~', '~0').replaceAll('/', '~1')}`
}
