/**
 * Ids on disk. Random ids arrive as base64url and take a quarter less room as bytes; any other text is kept as it is.
 * The first byte tells the two apart, so that no two ids ever share a packed form.
 */
const TEXT = 0
const BASE64URL = 1

const LETTERS = /^[A-Za-z0-9_-]+$/

export function packId(id: string): Buffer {
  if (LETTERS.test(id)) {
    const bytes = Buffer.from(id, 'base64url')
    // The last letter may carry bits that bytes do not keep.
    if (bytes.toString('base64url') === id) return prefixed(BASE64URL, bytes)
  }
  return prefixed(TEXT, Buffer.from(id, 'utf8'))
}

export function unpackId(packed: Uint8Array): string {
  const bytes = Buffer.from(packed.buffer, packed.byteOffset + 1, packed.byteLength - 1)
  return bytes.toString(packed[0] === BASE64URL ? 'base64url' : 'utf8')
}

function prefixed(kind: number, bytes: Buffer): Buffer {
  const packed = Buffer.allocUnsafeSlow(bytes.length + 1)
  packed[0] = kind
  bytes.copy(packed, 1)
  return packed
}
