/** Fetching and converting published recordings, from a local server with the paths of the public host. */
import { hash } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { fetchSets, type Source } from '../research/public_data/fetch_sets.ts'
import sources from '../research/public_data/sources.json' with { type: 'json' }

/** Made for this test, in the formats of the published files. */
const FILES: Readonly<Record<string, string>> = {
  'csv_data/a.csv': 'x_coordinate,y_coordinate,time_interval_seconds\n10,20,0.0343\n12,21,0.0503\n',
  'data/sapimouse/user7/session_1min.csv':
    'client timestamp,button,state,x,y\n500,NoButton,Move,1,2\n508,Right,Pressed,1,2\n520,Right,Released,1,3\n',
  'wafer/browser/_recordings/browses/b1.csv':
    '# type=browses viewport=1280x720\nt,dx,dy,scroll_y\n0.265,0,0,0\n0.28,2,0,4\n',
  'data/csv/9.csv':
    '"","DownEventID","UpEventID","DownTime","UpTime","ActionTime","DownEvent","UpEvent","Cursorposition","WordCount","TextChange","Activity"\n' +
    '"1","1","1",10,30,20,"Leftclick","Leftclick","0","0","NoChange","Nonproduction"\n' +
    '"2","2","2",40,60,20,"\\""","\\""","1","1","\\""","Input"\n' +
    '"3","3","3",60,70,10,"Backspace","Backspace","0","0","\\""","Remove/Cut"\n',
  'data/texts/9.txt': 'An essay.\r\n',
  'output/vpn/ipv4.txt': '192.0.2.0/24\n',
}

const digestOf = (path: string): string => hash('sha256', FILES[path] as string).slice(0, 32)
const set = (name: string, files: readonly string[], session: string): Source => ({
  name,
  repository: `someone/${name}`,
  commit: 'c0ffee',
  license: 'MIT',
  attribution: 'Someone',
  files,
  entries: [[session, ...files.map((file) => digestOf(file.replace('*', session)))]],
})
const SETS = [
  set('humanmovemouse', ['csv_data/*.csv'], 'a'),
  set('sapimouse', ['data/sapimouse/*.csv'], 'user7/session_1min'),
  set('wafer_recordings', ['wafer/browser/_recordings/*.csv'], 'browses/b1'),
  set('klicke', ['data/csv/*.csv', 'data/texts/*.txt'], '9'),
  set('ip', ['output/*.txt'], 'vpn/ipv4'),
] as const

let requests = 0
const server = createServer((request, response) => {
  requests++
  const path = (request.url as string).split('/').slice(4).join('/')
  const file = FILES[path]
  response.writeHead(file === undefined ? 404 : 200).end(file)
})
let from: string
const out = mkdtempSync(join(tmpdir(), 'byhand-data-'))
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  from = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.close()
  rmSync(out, { recursive: true })
})

const onDone = () => {}
const fetched = (name: string) =>
  JSON.parse(gunzipSync(readFileSync(join(out, 'human', name, 'dev.ndjson.gz'))).toString())

it('writes sessions and lists with their licenses, once', async () => {
  await fetchSets(SETS, { from, out, onDone })
  expect(fetched('humanmovemouse')).toMatchObject({
    session: 'a',
    events: [
      [34.3, 'mm', 10, 20],
      [84.6, 'mm', 12, 21],
    ],
  })
  expect(fetched('sapimouse')).toMatchObject({
    person: 'u7',
    session: 'session_1min',
    events: [
      [0, 'mm', 1, 2],
      [8, 'md', 1, 2, 2],
      [20, 'mu', 1, 3, 2],
    ],
  })
  expect(fetched('wafer_recordings')).toMatchObject({
    session: 'browses/b1',
    meta: { type: 'browses', viewport: '1280x720' },
    cols: ['t', 'dx', 'dy', 'scroll_y'],
    events: [
      [265, 'mm', 0, 0],
      [280, 'wh', 2, 0, 0, 4],
    ],
  })
  expect(fetched('klicke')).toMatchObject({
    person: '9',
    final: 'An essay.\r\n',
    events: [
      [10, 'md', null, null, 0],
      [30, 'mu', null, null, 0],
      [40, 'kd', '\\"'],
      [40, 'ed', '+', '\\"', 1],
      [60, 'kd', 'Backspace'],
      [60, 'ed', '-', '\\"', 0],
      [60, 'ku', '\\"'],
      [70, 'ku', 'Backspace'],
    ],
  })
  expect(readFileSync(join(out, 'ip/vpn-ipv4.txt'), 'utf8')).toBe(FILES['output/vpn/ipv4.txt'])
  expect(readFileSync(join(out, 'human/klicke/README.md'), 'utf8')).toContain('License: MIT')
  const before = requests
  await fetchSets(SETS, { from, out, onDone })
  expect(requests).toBe(before)
})

it.each([
  ['another file', { entries: [['a', '0'.repeat(32)]] }, 'csv_data/a.csv is not the file that was used'],
  ['a missing file', { entries: [['b', '0'.repeat(32)]] }, 'csv_data/b.csv answers 404'],
])('names %s, and writes nothing', async (_, change, message) => {
  const folder = join(out, 'wrong')
  await expect(fetchSets([{ ...SETS[0], ...change }], { from, out: folder, onDone })).rejects.toThrow(message)
  expect(existsSync(folder)).toBe(false)
})

it('names a host that cannot be reached', async () => {
  await expect(
    fetchSets([SETS[0]], { from: 'http://127.0.0.1:9', out: join(out, 'none'), onDone }),
  ).rejects.toThrow('cannot be reached')
})

it('has a commit, a license and a digest for every file of the manifest', () => {
  for (const { name, commit, license, attribution, files, entries } of sources.sets) {
    expect([name, /^[0-9a-f]{40}$/.test(commit), license !== '', attribution !== '']).toEqual([
      name,
      true,
      true,
      true,
    ])
    for (const [, ...digests] of entries) {
      expect(digests).toHaveLength(files.length)
      for (const digest of digests) expect(digest).toMatch(/^[0-9a-f]{32}$/)
    }
  }
})
