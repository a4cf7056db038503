/** What is wrong with a request, and where. Thrown while reading it, answered as 4xx, never logged as a failure. */
export class RequestFault extends Error {
  override readonly name = 'RequestFault'
  readonly status: 400 | 413 | 415
  /** JSON pointer into the body; empty: the body as a whole. */
  readonly pointer: string

  constructor(pointer: string, detail: string, status: 400 | 413 | 415 = 400) {
    super(detail)
    this.pointer = pointer
    this.status = status
  }
}

/** One more step into the body, escaped as RFC 6901 asks. Lone surrogates cannot be sent back, so they are replaced. */
export function pointerTo(parent: string, key: string | number): string {
  return `${parent}/${String(key).toWellFormed().replaceAll('~', '~0').replaceAll('/', '~1')}`
}
