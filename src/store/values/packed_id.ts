/**
 * Ids on disk. Base64url ids are stored as bytes, which is a quarter smaller; any other id is stored as text. The first
 * byte is the kind, so no two ids have the same packed form.
 */
const TEXT = 0
const BASE64URL = 1

const LETTERS = /^[A-Za-z0-9_-]+$/

export function packId(id: string): Buffer {
  if (LETTERS.test(id)) {
    const bytes = Buffer.from(id, 'base64url')
    // The last character may have bits that the bytes do not contain.
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
