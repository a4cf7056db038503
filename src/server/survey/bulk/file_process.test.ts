import { execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { newZip, workbookFiles } from '../../../../test/samples/new_workbook.ts'
import { BulkFault, UndecidedEncoding } from '../../files/bulk_fault.ts'
import { runFileTask } from './file_process.ts'
import type { TableDescription } from './file_reader.ts'

vi.setConfig({ testTimeout: 120_000 })

/** The longest timer. */
const NEVER = 2 ** 31 - 1

const CSV =
  'participant_id,Why do you like walking?\np1,It is quiet by the river at night\np2,I meet my neighbors there\n'
const inspect = (name: string, bytes: Uint8Array, stuckAfterMs = 60_000) =>
  runFileTask<TableDescription>({ kind: 'inspect', options: {} }, { name, bytes, stuckAfterMs })
const faultOf = (task: Promise<unknown>) => task.then(() => null).catch((error: unknown) => error)

/** Returns the result. Each row is rejected. */
async function analyzed(onRequest: (request: Uint8Array) => void): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'byhand-file-'))
  const output = join(folder, 'result.csv')
  const progress: number[] = []
  try {
    await runFileTask(
      { kind: 'analyze', options: {}, output },
      {
        name: 'walks.csv',
        bytes: Buffer.from(CSV),
        stuckAfterMs: 60_000,
        async analyze(request) {
          onRequest(request)
          return { rejected: 'too short' }
        },
        onProgress: ({ collected, done }) => progress.push((collected + done) / 2),
      },
    )
    expect(progress).toEqual([0, 0.5, 1, 1.5, 2])
    return await readFile(output, 'utf8')
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** Child processes that read a file. */
function children(): number[] {
  const listed = execFileSync('ps', ['-o', 'pid=,args=', '--ppid', String(process.pid)]).toString()
  return listed
    .split('\n')
    .filter((line) => line.includes('file_reader'))
    .map((line) => Number.parseInt(line, 10))
}

/** Cells that take much memory: texts that no two cells share. */
function largeWorkbook(strings: number): Buffer {
  const texts = Array.from({ length: strings }, (_, at) => `<si><t>${at}</t></si>`).join('')
  return newZip({
    ...workbookFiles([{ name: 'Data', rows: [['id']] }]),
    'xl/sharedStrings.xml': `<sst>${texts}</sst>`,
  })
}

describe('a file in its process', () => {
  it('is inspected', async () => {
    const { header, total, questions, file } = await inspect('walks.csv', Buffer.from(CSV))
    expect(header).toEqual(['participant_id', 'Why do you like walking?'])
    expect([total, questions.length, file.format]).toEqual([2, 1, 'csv'])
  })

  it('is analyzed row by row', async () => {
    const seen: string[] = []
    const result = await analyzed((request) =>
      seen.push(JSON.parse(Buffer.from(request).toString()).participant_id),
    )
    expect(seen).toEqual(['p1', 'p2', 'p1', 'p2'])
    expect(result.split('\r\n')).toHaveLength(4)
  })

  it('has its faults returned', async () => {
    expect(await faultOf(inspect('walks.csv', Buffer.from('a,b\n"x')))).toEqual(
      new BulkFault('Row 2 (line 2) has a quote that is never closed.'),
    )
    const undecided = await faultOf(inspect('walks.csv', Buffer.from([0x61, 0x0a, 0x81, 0x8d, 0x0a])))
    expect(undecided).toBeInstanceOf(UndecidedEncoding)
  })

  it('ends at once when it is aborted, also while it computes', async () => {
    const stopping = new AbortController()
    const task = runFileTask(
      { kind: 'inspect', options: {} },
      { name: 'a.xlsx', bytes: largeWorkbook(500_000), stuckAfterMs: 60_000, signal: stopping.signal },
    )
    const reason = new Error('stopping')
    setTimeout(() => stopping.abort(reason), 20)
    expect(await faultOf(task)).toBe(reason)
  })

  it('is rejected when it takes too long', async () => {
    const fault = await faultOf(inspect('a.xlsx', largeWorkbook(500_000), 20))
    expect(fault).toEqual(
      new BulkFault('a.xlsx could not be read within 0.02 seconds. Split the file, or save it as CSV.'),
    )
  })

  it('is rejected when it takes too much memory, and this process lives', async () => {
    const large = Buffer.from(`{"id":"p","a":[${'{},'.repeat(4_000_000)}1]}\n`)
    const fault = await faultOf(inspect('a.ndjson', large, NEVER))
    expect(fault).toEqual(
      new BulkFault('a.ndjson needs more than 768 MB of memory. Split the file, or save it as CSV.'),
    )
  }, 600_000)

  it('is not affected by a signal to all processes of the service', async () => {
    const result = await analyzed(() => {
      const readers = children()
      expect(readers).toHaveLength(1)
      for (const pid of readers) process.kill(pid, 'SIGTERM')
    })
    expect(result.split('\r\n')).toHaveLength(4)
  })
})
