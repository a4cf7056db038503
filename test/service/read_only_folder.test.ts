/** A data folder or file that is not writable causes one sentence and exit code 1. */
import { spawnSync } from 'node:child_process'
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openStore } from '../../src/store/open.ts'

const MAIN = join(import.meta.dirname, '../../src/server/boot/main.ts')
/** Root can write everywhere, so the service runs as another user. */
const USER = process.getuid?.() === 0 ? 65_534 : process.getuid?.()

const parent = mkdtempSync(join(tmpdir(), 'byhand-read-only-'))
const folder = join(parent, 'data')
beforeAll(async () => {
  chmodSync(parent, 0o755)
  mkdirSync(folder)
  await (await openStore('', folder)).close()
  for (const path of [folder, ...readdirSync(folder).map((name) => join(folder, name))])
    chownSync(path, USER as number, USER as number)
})
afterAll(() => {
  chmodSync(folder, 0o700)
  rmSync(parent, { recursive: true })
})

function start() {
  return spawnSync(process.execPath, [MAIN], {
    env: { PATH: process.env.PATH, BYHAND_PORT: '0', BYHAND_DATA: folder },
    uid: USER,
    timeout: 60_000,
    encoding: 'utf8',
  })
}

it.each([
  ['the folder', () => chmodSync(folder, 0o500), 'The data folder'],
  [
    'the database',
    () => {
      chmodSync(folder, 0o700)
      chmodSync(join(folder, 'byhand.db'), 0o400)
    },
    'The file',
  ],
])('prints one sentence if %s is read-only', (_, spoil, beginning) => {
  spoil()
  const { status, stdout, stderr } = start()
  expect([status, stdout]).toEqual([1, ''])
  expect(stderr).toMatch(
    new RegExp(
      `^byhand cannot start: ${beginning} \\S+ is not writable by user ID \\d+ \\(EACCES\\)\\. .*\\n$`,
    ),
  )
})
