import { statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { expect, it } from 'vitest'
import { readDiskSpace, watchFreeDisk } from './free_disk.ts'
import { openLog } from './log.ts'

const MIB = 2 ** 20

it('takes a quarter of a small disk in place of a larger floor', async () => {
  const { blocks, bsize } = statfsSync(tmpdir())
  const quarter = (blocks * bsize) / 4
  expect((await readDiskSpace(tmpdir(), quarter * 2))?.floorBytes).toBe(quarter)
  expect((await readDiskSpace(tmpdir(), MIB))?.floorBytes).toBe(MIB)
})

it('is never low without a floor, or without knowledge', async () => {
  const log = openLog('silent', () => {})
  for (const folder of [tmpdir(), '/does/not/exist']) {
    const disk = await watchFreeDisk({ folder, floorBytes: 0, log })
    expect([disk.isLow, disk.freeBytes === null]).toEqual([false, folder !== tmpdir()])
    disk.close()
  }
})
