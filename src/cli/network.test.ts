import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { networkCommand } from './network.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'byhand-network-'))
})
afterEach(() => {
  rmSync(folder, { recursive: true })
  process.exitCode = undefined
})

async function run(...args: string[]) {
  const lines: string[] = []
  const command = networkCommand({
    folder: () => join(folder, 'data'),
    write: (line) => lines.push(line),
    now: () => Date.UTC(2026, 10, 15),
  })
  await command.exitOverride().parseAsync(args, { from: 'user' })
  const exitCode = process.exitCode ?? 0
  process.exitCode = undefined
  return { lines, exitCode }
}
const list = (content: string) => {
  const path = join(folder, 'list')
  writeFileSync(path, content)
  return path
}

describe('byhand network', () => {
  it('suggests sources if none is known', async () => {
    const { lines, exitCode } = await run('update')
    expect(exitCode).toBe(2)
    expect(lines.join('\n')).toContain('--tor https://check.torproject.org/')
  })

  it.each(['abc', '', '1.2.3', '1.2.3.4/8'])('rejects %j, which is no IP address', async (text) => {
    await expect(run('lookup', text)).rejects.toThrow('is not an IP address')
  })

  it('fetches a list, and later again from the same source', async () => {
    const path = list('9.9.9.9\n')
    expect(await run('update', '--tor', path)).toMatchObject({
      exitCode: 0,
      lines: [expect.stringMatching(/^tor: 1 entry, dated 20/)],
    })
    writeFileSync(path, '9.9.9.9\n9.9.9.10\n')
    expect((await run('update')).lines).toEqual([expect.stringMatching(/^tor: 2 entries/)])
    expect(JSON.parse((await run('lookup', '9.9.9.10')).lines.join(''))).toMatchObject({ tor: true })
  })

  it('prints why a list is rejected, and fails', async () => {
    const { lines, exitCode } = await run('update', '--tor', list('0.0.0.0/0'))
    expect(exitCode).toBe(1)
    expect(lines).toEqual([expect.stringMatching(/^tor: rejected.*0\.0\.0\.0\/0/)])
  })

  it('shows which data is in use and how old it is', async () => {
    const { lines } = await run('status')
    expect(lines).toContainEqual(expect.stringMatching(/^country: \d+ days old .*included in the package/))
    expect(lines).toContain('tor: no list; tor stays Unknown')
  })
})
