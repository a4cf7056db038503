/** Random identifiers: base64url, six bits per character, without a timestamp. */
import { random, win } from './natives.ts'

/** At most 32 characters; 22 contain 132 bits. */
export function randomText(length: number): string {
  const bytes = new Uint8Array(24).map(() => random() * 256)
  win.crypto?.getRandomValues(bytes)
  return btoa(String.fromCharCode(...bytes))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .slice(0, length)
}
