import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { prepareFolder } from './data_folder.ts'
import { openSqlite } from './sqlite.ts'

let parent: string
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'byhand-folder-'))
})
afterEach(() => rmSync(parent, { recursive: true, force: true }))

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8)
const isRoot = process.getuid?.() === 0

describe('the data folder', () => {
  it.each(['made beforehand', 'made by the service'])('and its files are private when %s', async (how) => {
    const folder = join(parent, 'data')
    if (how === 'made beforehand') {
      mkdirSync(folder)
      chmodSync(folder, 0o755)
    }
    const notices: string[] = []
    const store = await openSqlite({ folder, onNotice: (text) => notices.push(text) })
    await store.keys.createWorkspace({ id: 'ws', name: 'ws', createdAt: 1, settings: {} })
    const backup = join(folder, 'copy.backup')
    await store.backup(backup)
    const files = readdirSync(folder)
    expect(files).toEqual(expect.arrayContaining(['byhand.db', 'byhand.db-wal', 'byhand.db-shm', 'lock']))
    expect(files.map((file) => [file, modeOf(join(folder, file))])).toEqual(
      files.map((file) => [file, '600']),
    )
    expect(modeOf(folder)).toBe('700')
    expect(notices).toEqual([])
    await store.close()
  })

  it('gets private files where an earlier version made public ones', async () => {
    const folder = join(parent, 'data')
    await (await openSqlite({ folder })).close()
    for (const file of readdirSync(folder)) chmodSync(join(folder, file), 0o644)
    await (await openSqlite({ folder })).close()
    for (const file of readdirSync(folder)) expect(modeOf(join(folder, file))).toBe('600')
  })

  it('keeps its mode, with a warning of one sentence, when it holds other files too', () => {
    chmodSync(parent, 0o755)
    writeFileSync(join(parent, 'other.txt'), '')
    const notices: string[] = []
    prepareFolder(parent, (text) => notices.push(text))
    expect(modeOf(parent)).toBe('755')
    expect(notices).toEqual([expect.stringContaining('chmod 700')])
  })

  it.runIf(isRoot)('keeps its mode, with a warning, when it belongs to another user', () => {
    chmodSync(parent, 0o755)
    chownSync(parent, 12_345, 12_345)
    const notices: string[] = []
    prepareFolder(parent, (text) => notices.push(text))
    expect([modeOf(parent), notices.length]).toEqual(['755', 1])
  })

  it('control: a private folder is left alone', () => {
    chmodSync(parent, 0o700)
    writeFileSync(join(parent, 'other.txt'), '')
    prepareFolder(parent, (text) => {
      throw new Error(text)
    })
    expect(existsSync(join(parent, 'lock'))).toBe(false)
  })
})
