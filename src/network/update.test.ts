import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { writeMmdb } from '../../test/samples/written_mmdb.ts'
import { openNetwork } from './lookup.ts'
import { type Origins, updateNetworkData } from './update.ts'

const NOW = Date.UTC(2026, 10, 15)
const now = () => NOW

let folder: string
let outside: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'byhand-network-'))
  outside = mkdtempSync(join(tmpdir(), 'byhand-lists-'))
})
afterEach(() => {
  rmSync(folder, { recursive: true })
  rmSync(outside, { recursive: true })
})

const file = (name: string, content: string | Buffer) => {
  const path = join(outside, name)
  writeFileSync(path, content)
  return path
}
const update = (origins: Origins) => updateNetworkData({ folder, origins, now })
const kept = () => openNetwork({ folder, packaged: false })

/** A complete database: every /8 has a record. */
const wholeDatabase = (record: (at: number) => { readonly [key: string]: string | number }) =>
  writeMmdb(Array.from({ length: 256 }, (_, at) => ({ block: `${at}.0.0.0/8`, record: record(at) })))
const COUNTRIES = wholeDatabase(() => ({ country_code: 'SE' }))
const OPERATORS = wholeDatabase((at) => ({ autonomous_system_number: at + 1 }))

/** Serves https URLs from a real server on this machine. */
async function overHttp(
  answers: Readonly<Record<string, (answer: import('node:http').ServerResponse) => void>>,
) {
  const server = createServer((request, answer) => (answers[request.url ?? ''] ?? notFound)(answer))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const fetchLocal: typeof fetch = async (url, init) => {
    const response = await fetch(
      String(url).replace('https://lists.example', `http://127.0.0.1:${port}`),
      init,
    )
    Object.defineProperty(response, 'url', { value: String(url) })
    return response
  }
  return {
    update: (origins: Origins) => updateNetworkData({ folder, origins, now, fetch: fetchLocal }),
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}
const notFound = (answer: import('node:http').ServerResponse) => answer.writeHead(404).end()

describe('updateNetworkData', () => {
  it('reads lists and databases from files, compressed or not', async () => {
    const results = await update({
      tor: [file('exits', '91.1.2.3\n')],
      vpn: [file('vpn.gz', gzipSync('91.1.0.0/16\n'))],
      country: [file('countries', COUNTRIES)],
      asn: [file('operators', gzipSync(OPERATORS))],
    })
    expect(results.map(({ name, ok }) => [name, ok])).toEqual([
      ['country', true],
      ['asn', true],
      ['vpn', true],
      ['tor', true],
    ])
    expect(kept().facts('91.1.2.3')).toMatchObject({ country: 'SE', asn: 92, vpn: true, tor: true })
  })

  it('merges several lists', async () => {
    await update({ tor: [file('four', '91.1.2.3'), file('six', '2a01:4f8::7')] })
    expect(kept().facts('91.1.2.3').tor).toBe(true)
    expect(kept().facts('2a01:4f8::7').tor).toBe(true)
  })

  it.each([
    ['everything', '0.0.0.0/0'],
    ['a web page', '<html>Too many requests</html>'],
    ['nothing', ''],
    ['far too many exits', '91.0.0.0/10'],
    ['a damaged archive', Buffer.from([0x1f, 0x8b, 1, 2, 3])],
  ])('rejects %s and keeps the previous list', async (_, content) => {
    await update({ tor: [file('good', '91.1.2.3')] })
    const [result] = await update({ tor: [file('bad', content)] })
    expect(result).toMatchObject({ name: 'tor', ok: false })
    expect(kept().facts('91.1.2.3').tor).toBe(true)
    expect(readdirSync(folder).toSorted()).toEqual(['sources.json', 'tor.txt'])
  })

  it.each([
    [
      'one with little coverage',
      'country' as const,
      writeMmdb([{ block: '91.0.0.0/8', record: { country: 'SE' } }]),
    ],
    ['one of operators for countries', 'country' as const, OPERATORS],
    ['one of countries for operators', 'asn' as const, COUNTRIES],
    ['a list for a database', 'asn' as const, Buffer.from('91.1.2.3')],
  ])('rejects as a database %s', async (_, name, content) => {
    const [result] = await update({ [name]: [file('bad', content)] })
    expect(result).toMatchObject({ name, ok: false })
    expect(readdirSync(folder)).toEqual([])
  })

  it('updates the other sources when one fails', async () => {
    const results = await update({ vpn: [join(outside, 'absent')], tor: [file('exits', '91.1.2.3')] })
    expect(results).toMatchObject([
      { name: 'vpn', ok: false, reason: expect.stringContaining('ENOENT') },
      { name: 'tor', ok: true, entries: 1 },
    ])
  })

  it('saves the origins, and fetches from them again', async () => {
    const path = file('exits', '91.1.2.3')
    await update({ tor: [path] })
    await update({ vpn: [file('vpn', '91.1.2.9')] })
    writeFileSync(path, '91.1.2.4')
    expect((await update({})).map(({ name }) => name)).toEqual(['vpn', 'tor'])
    expect(kept().facts('91.1.2.4').tor).toBe(true)
  })

  it('saves absolute paths', async () => {
    await update({ tor: [relative(process.cwd(), file('exits', '91.1.2.3'))] })
    expect(JSON.parse(readFileSync(join(folder, 'sources.json'), 'utf8'))).toEqual({
      tor: [join(outside, 'exits')],
    })
  })

  it('does not save the origin of a rejected source', async () => {
    await update({ tor: [file('bad', '0.0.0.0/0')] })
    expect(await update({})).toEqual([])
  })

  it('keeps the modification time of the origin', async () => {
    const path = file('exits', '91.1.2.3')
    utimesSync(path, (NOW - 5 * 86_400_000) / 1000, (NOW - 5 * 86_400_000) / 1000)
    await update({ tor: [path] })
    expect(kept().ages(NOW)).toContainEqual(expect.objectContaining({ name: 'tor', days: 5, old: true }))
  })

  it('fetches over https, and uses the Last-Modified header', async () => {
    const http = await overHttp({
      '/exits': (answer) =>
        answer.writeHead(200, { 'last-modified': 'Fri, 13 Nov 2026 00:00:00 GMT' }).end('91.1.2.3\n'),
    })
    const [result] = await http.update({ tor: ['https://lists.example/exits'] })
    await http.close()
    expect(result).toMatchObject({ ok: true, entries: 1, at: Date.UTC(2026, 10, 13) })
    expect(statSync(join(folder, 'tor.txt')).mtimeMs).toBe(Date.UTC(2026, 10, 13))
  })

  it.each([
    ['an error', '/absent', 'returned status 404'],
    ['a broken connection', '/broken', 'https://lists.example/broken'],
    ['more than the size limit', '/endless', 'more than'],
  ])('rejects %s', async (_, path, reason) => {
    const http = await overHttp({
      '/broken': (answer) => {
        answer.writeHead(200, { 'content-length': '1000' })
        answer.write('91.1.2.3\n', () => answer.destroy())
      },
      '/endless': (answer) => {
        const chunk = Buffer.alloc(1024 * 1024, '91.1.2.3\n')
        const more = () => {
          while (!answer.destroyed && answer.write(chunk)) {}
        }
        answer.on('drain', more)
        more()
      },
    })
    const [result] = await http.update({ tor: [`https://lists.example${path}`] })
    await http.close()
    expect(result).toMatchObject({ ok: false, reason: expect.stringContaining(reason) })
    expect(readdirSync(folder)).toEqual([])
  })

  it('does not fetch over plain http', async () => {
    const [result] = await update({ tor: ['http://127.0.0.1:1/exits'] })
    expect(result).toMatchObject({ ok: false, reason: expect.stringContaining('only https://') })
  })

  it('writes readable lists', async () => {
    await update({ tor: [file('exits', '91.1.2.3')] })
    expect(readFileSync(join(folder, 'tor.txt'), 'utf8')).toBe('91.1.2.3\n')
  })
})
