/** Random identifiers: base64url, six bits a character, no time inside. */
import { random, win } from './natives.ts'

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/** 22 characters hold 128 bits and four to spare. */
export function randomText(length: number): string {
  const bytes = new Uint8Array(length)
  let text = ''
  if (win.crypto) win.crypto.getRandomValues(bytes)
  else for (let i = 0; i < length; i++) bytes[i] = random() * 256
  for (let i = 0; i < length; i++) text += ALPHABET.charAt((bytes[i] as number) & 63)
  return text
}
