/** Runs this Node with a fake version, platform or architecture. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export interface Claim {
  readonly version?: string
  readonly platform?: string
  readonly arch?: string
}

/** Writes a program into the folder that runs this Node with the fake values. Returns its path. */
export function makeClaimingNode(folder: string, claim: Claim): string {
  const { version = process.versions.node, platform = process.platform, arch = process.arch } = claim
  const home = join(folder, `node-${version}-${platform}-${arch}`)
  mkdirSync(home, { recursive: true })
  const preload = join(home, 'claim.cjs')
  writeFileSync(
    preload,
    `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } })
     Object.defineProperty(process, 'platform', { value: '${platform}' })
     Object.defineProperty(process, 'arch', { value: '${arch}' })\n`,
  )
  const program = join(home, 'node')
  writeFileSync(program, `#!/bin/sh\nexec '${process.execPath}' -r '${preload}' "$@"\n`, { mode: 0o755 })
  return program
}
