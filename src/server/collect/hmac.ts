/**
 * HMAC-SHA256 (RFC 2104) with a fixed key, as two one-shot hashes. A `crypto.Hmac` object looks up its algorithm each
 * time and is freed by the garbage collector, which costs more for every batch.
 */
import { hash } from 'node:crypto'

const BLOCK_BYTES = 64
const DIGEST_BYTES = 32

/** `key`: at most 64 bytes. Returns the HMAC of a text, in base64url. */
export function openHmac(key: Uint8Array): (text: string) => string {
  if (key.length > BLOCK_BYTES) throw new Error(`an HMAC key has at most ${BLOCK_BYTES} bytes`)
  const padded = (pad: number) => Buffer.alloc(BLOCK_BYTES).map((_, index) => (key[index] ?? 0) ^ pad)
  const inner = padded(0x36)
  const outer = Buffer.concat([padded(0x5c), Buffer.alloc(DIGEST_BYTES)])
  return (text) => {
    // As a string: Node allocates a buffer outside its heap, which takes as long as the hash.
    const digest = hash('sha256', Buffer.concat([inner, Buffer.from(text)]), 'binary')
    outer.write(digest, BLOCK_BYTES, 'binary')
    return hash('sha256', outer, 'base64url')
  }
}
