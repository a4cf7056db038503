/** Pipelined requests whose responses are never read, against a service in a separate process. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { METRICS_KEY, mustStart, type ServiceProcess } from '../faults/service_process.ts'
import { tell } from './attack_full.ts'
import { collectClient } from './collect_client.ts'

const SOCKETS = 8
const REQUESTS = 1_500
const MOST_MB = 50
const ROUNDS = 3
const GET = 'GET /openapi.json HTTP/1.1\r\nhost: x\r\n\r\n'

const folder = mkdtempSync(join(tmpdir(), 'byhand-unread-'))
let service: ServiceProcess

beforeAll(async () => {
  service = await mustStart(join(folder, 'data'))
})
afterAll(async () => {
  await service?.kill('SIGTERM')
  rmSync(folder, { recursive: true, force: true })
})

function residentMb(): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${service.child.pid}/status`, 'utf8'))?.[1]) / 1024
}

const open = (localAddress = '127.0.0.1'): Socket => {
  const { hostname: host, port } = new URL(service.address)
  return connect({ host, port: Number(port), localAddress }).on('error', () => {})
}

/** The 99th percentile of the response times of another client, in milliseconds. */
async function othersMs(): Promise<number> {
  const client = collectClient(service.address)
  const times: number[] = []
  for (let index = 0; index < 200; index++) {
    const began = performance.now()
    expect((await client.send('GET', '/healthz')).status).toBe(200)
    times.push(performance.now() - began)
  }
  client.close()
  return times.toSorted((a, b) => a - b)[197] as number
}

/** All responses to `count` pipelined requests, until the service closes or all have arrived. */
function readAll(count: number): Promise<number> {
  const socket = open()
  let text = ''
  const answered = () => text.split('HTTP/1.1 200 OK').length - 1
  return new Promise((resolve) => {
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1')
      if (answered() === count && text.endsWith('}')) socket.destroy()
    })
    socket.on('close', () => resolve(answered()))
    socket.write(GET.repeat(count))
  })
}

it('uses little memory for pipelined requests whose responses are never read, and serves other clients as fast', async () => {
  // The heap of a new process grows with its first requests.
  for (let nth = 0; nth < 20; nth++) expect(await readAll(16)).toBe(16)
  await othersMs()
  const beforeMb = residentMb()

  const quietMs: number[] = []
  const floodedMs: number[] = []
  let grownMb: number | undefined
  const sockets: Socket[] = []
  for (let round = 0; round < ROUNDS; round++) {
    quietMs.push(await othersMs())
    // From an address each: new connections of an address wait after one of its connections was closed.
    const flood = Array.from({ length: SOCKETS }, (_, nth) => open(`127.0.${1 + round}.${1 + nth}`))
    for (const socket of flood) socket.pause().write(GET.repeat(REQUESTS))
    sockets.push(...flood)
    floodedMs.push(await othersMs())
    grownMb ??= residentMb() - beforeMb
  }
  tell('pipelined and unread', {
    grown_mb: Math.round(grownMb as number),
    quiet_ms: quietMs.join(),
    flooded_ms: floodedMs.join(),
  })
  expect(grownMb).toBeLessThan(MOST_MB)
  // Other tests share the processor, so a single round can be slow without a flood.
  expect(Math.min(...floodedMs)).toBeLessThan(2 * Math.max(...quietMs))

  const metrics = await fetch(`${service.address}/metrics`, {
    headers: { authorization: `Bearer ${METRICS_KEY}` },
  })
  expect(await metrics.text()).toContain(`byhand_sockets_closed_total{reason="requests"} ${SOCKETS * ROUNDS}`)
  for (const socket of sockets) socket.destroy()
}, 240_000)

it('limits public pages per address, but not health checks', async () => {
  const limited = await mustStart(join(folder, 'limited'), { BYHAND_RATE_PAGES_PER_IP: '10' })
  const client = collectClient(limited.address)
  const statuses: number[] = []
  const pages = ['/openapi.json', '/docs/', '/byhand.js', '/', '/app', '/byhand.js.sri']
  for (const page of pages) statuses.push((await client.send('GET', page)).status)
  for (let index = 0; index < 4; index++) statuses.push((await client.send('GET', '/openapi.json')).status)
  expect(statuses.filter((status) => status === 429)).toEqual([])
  for (const page of pages) {
    const { status, json, headers } = await client.send('GET', page)
    expect([page, status, json.code, Number(headers['retry-after']) > 0]).toEqual([
      page,
      429,
      'rate_limited',
      true,
    ])
  }
  for (let index = 0; index < 20; index++) expect((await client.send('GET', '/healthz')).status).toBe(200)
  client.close()
  await limited.kill('SIGTERM')
})
