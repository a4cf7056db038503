import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newBatch, newSessionId, newWorkspace } from '../../../../test/store/engine.ts'
import { StoreDamaged } from '../../errors.ts'
import { databaseFile } from '../connection.ts'
import { openSqlite } from '../sqlite.ts'
import { checkWal, INCOMPLETE_TRANSACTION } from './wal_check.ts'

const FRAME_BYTES = 24 + 4_096

let home: string
let killed: string
let log: Buffer
let copies = 0
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'byhand-log-'))
  const open = join(home, 'open')
  killed = join(home, 'killed')
  const store = await openSqlite({ folder: open })
  const workspace = newWorkspace()
  for (let index = 0; index < 5; index++) {
    await store.sessions.append(newBatch({ workspace, sessionId: newSessionId() }))
  }
  // The files a killed process leaves.
  cpSync(open, killed, { recursive: true })
  await store.close()
  log = readFileSync(`${databaseFile(killed)}-wal`)
})
afterAll(() => rm(home, { recursive: true }))

/** The notices about the log after `spoil` changed it. */
function noticesAfter(spoil: (log: Buffer) => Buffer): string[] {
  const folder = join(home, `copy ${copies++}`)
  cpSync(killed, folder, { recursive: true })
  const bytes = Buffer.from(log)
  writeFileSync(`${databaseFile(folder)}-wal`, spoil(bytes))
  const notices: string[] = []
  checkWal(folder, (text) => notices.push(text))
  return notices
}

const flip = (at: number) => (bytes: Buffer) => {
  bytes[at] = (bytes[at] as number) ^ 8
  return bytes
}
const frames = () => Math.floor((log.length - 32) / FRAME_BYTES)
const frame = (number: number) => 32 + number * FRAME_BYTES

describe('checking a write-ahead log', () => {
  it('accepts the log of a killed process', () => {
    expect(frames()).toBeGreaterThan(10)
    expect(noticesAfter((bytes) => bytes)).toEqual([])
  })

  it.each([
    ['in its header', () => 5],
    ['in a page', () => frame(3) + 2_000],
    ['in the salts of a frame', () => frame(3) + 9],
    ['in the checksum of a frame', () => frame(3) + 17],
    ['in the number of a page', () => frame(3) + 3],
  ])('throws when a bit flipped %s', (_, at) => {
    expect(() => noticesAfter(flip(at()))).toThrow(StoreDamaged)
  })

  it('reports an incomplete transaction at the end', () => {
    expect(noticesAfter(flip(frame(frames() - 1) + 100))).toEqual([INCOMPLETE_TRANSACTION])
  })

  it.each([
    ['is empty', () => Buffer.alloc(0)],
    ['has no header yet', () => Buffer.alloc(32)],
    ['ends within a frame', (bytes: Buffer) => bytes.subarray(0, frame(frames() - 1) + 50)],
    ['ends between two frames', (bytes: Buffer) => bytes.subarray(0, frame(frames() - 1))],
    [
      'is followed by frames of an older log',
      (bytes: Buffer) => {
        const old = Buffer.from(bytes.subarray(32))
        for (let number = 0; number < frames(); number++) old.writeUInt32BE(7, number * FRAME_BYTES + 8)
        return Buffer.concat([bytes, old])
      },
    ],
  ])('accepts a log that %s', (_, spoil) => {
    expect(noticesAfter(spoil)).toEqual([])
  })
})
