const LONGEST_ID_BYTES = 200

export interface IdRange {
  readonly from: Buffer
  readonly to: Buffer
}

/**
 * Ranges of packed ids for ids with this prefix. Ranges are in whole bytes, so they contain some other ids too. A prefix
 * may belong to a base64url id or to any other text, which are packed differently.
 */
export function idRange(prefix: string): IdRange[] {
  const text = Buffer.concat([Buffer.of(0), Buffer.from(prefix.toWellFormed(), 'utf8')])
  const ranges = [upFrom(text)]
  if (/^[A-Za-z0-9_-]*$/.test(prefix)) {
    // Four characters encode three bytes; incomplete bytes are left out.
    const whole = Buffer.from(prefix, 'base64url').subarray(0, Math.floor((prefix.length * 6) / 8))
    ranges.push(upFrom(Buffer.concat([Buffer.of(1), whole])))
  }
  return ranges
}

function upFrom(from: Buffer): IdRange {
  return { from, to: Buffer.concat([from, Buffer.alloc(LONGEST_ID_BYTES, 255)]) }
}
