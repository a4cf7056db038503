/** Which packed ids may belong to ids that begin like this: whole bytes, so a few more than really do. */
const LONGEST_ID_BYTES = 200

export interface IdRange {
  readonly from: Buffer
  readonly to: Buffer
}

/** Packed ids begin with a byte for their kind: a prefix may be that of random letters, or of any text. */
export function idRange(prefix: string): IdRange[] {
  const text = Buffer.concat([Buffer.of(0), Buffer.from(prefix.toWellFormed(), 'utf8')])
  const ranges = [upFrom(text)]
  if (/^[A-Za-z0-9_-]*$/.test(prefix)) {
    // Four letters hold three bytes; letters that do not fill a byte say nothing of it.
    const whole = Buffer.from(prefix, 'base64url').subarray(0, Math.floor((prefix.length * 6) / 8))
    ranges.push(upFrom(Buffer.concat([Buffer.of(1), whole])))
  }
  return ranges
}

function upFrom(from: Buffer): IdRange {
  return { from, to: Buffer.concat([from, Buffer.alloc(LONGEST_ID_BYTES, 255)]) }
}
