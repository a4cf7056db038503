/** Reads the published ranges for fitting and evaluation. They are stored outside the repository. */
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Address, parseAddress } from '../../src/network/address.ts'

export const IP_DATA = join(import.meta.dirname, '../../../shared/data/ip')

export const hasIpData = () => existsSync(join(IP_DATA, 'datacenter-ipv4.txt'))

/** First and last address of a CIDR block. */
export interface Block {
  readonly start: Address
  readonly prefix: number
}

export function blocksIn(file: string): Block[] {
  return readFileSync(join(IP_DATA, file), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const [base = '', length] = line.split('/')
      const start = parseAddress(base)
      if (start === null) throw new Error(`${file}: ${line}`)
      return { start, prefix: Number(length ?? (typeof start === 'number' ? 32 : 128)) }
    })
}

/** An address of the block at `fraction` (0 to 1) of its length. */
export function addressIn({ start, prefix }: Block, fraction: number): Address {
  if (typeof start === 'number') return start + Math.floor(fraction * 2 ** (32 - prefix))
  const words = start.slice()
  let rest = fraction
  for (let word = 0; word < 4; word++) {
    const free = Math.min(32, Math.max(0, 32 * (word + 1) - prefix))
    const scaled = rest * 2 ** free
    words[word] = (words[word] as number) + Math.floor(scaled)
    rest = scaled - Math.floor(scaled)
  }
  return words
}

/** Splits into two halves, the same on every machine. */
export function halfOf(what: string): 0 | 1 {
  return ((createHash('sha256').update(what).digest()[0] as number) & 1) as 0 | 1
}

/** Wilson's 95% interval for a share. */
export function interval(hits: number, n: number): { share: number; low: number; high: number } {
  const z = 1.96
  const share = hits / n
  const center = share + (z * z) / (2 * n)
  const spread = z * Math.sqrt((share * (1 - share)) / n + (z * z) / (4 * n * n))
  const scale = 1 + (z * z) / n
  return { share, low: (center - spread) / scale, high: (center + spread) / scale }
}
