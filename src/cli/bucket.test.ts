import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { openBucket } from './bucket.ts'

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanUp of cleanups.splice(0)) await cleanUp()
})

/** Calls `fail` for the first `failures` requests, then answers 200. */
async function bucketThatFails(failures: number, fail: (answer: ServerResponse) => void) {
  const requests: IncomingMessage[] = []
  const server = createServer((request, response) => {
    request.resume()
    requests.push(request)
    if (requests.length <= failures) fail(response)
    else response.end('stored')
  })
  cleanups.push(() => server.close())
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const bucket = openBucket('s3://data/folder', {
    AWS_ACCESS_KEY_ID: 'id',
    AWS_SECRET_ACCESS_KEY: 'secret',
    AWS_ENDPOINT_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  })
  return { bucket, requests }
}

const drop = (answer: ServerResponse) => answer.destroy()
const dropHalfway = (answer: ServerResponse) => {
  answer.writeHead(200, { 'content-length': 100 })
  answer.write('half', () => answer.destroy())
}
const fail503 = (answer: ServerResponse) => answer.writeHead(503).end()

it.each([
  ['a dropped connection', drop],
  ['a connection dropped within the answer', dropHalfway],
  ['an answer 503', fail503],
])('sends a request again after %s', async (_, fail) => {
  const { bucket, requests } = await bucketThatFails(2, fail)
  expect(await bucket.read('file')).toBe('stored')
  expect(requests).toHaveLength(3)
  await bucket.write('file', Buffer.from('text'))
  expect(requests.at(-1)?.method).toBe('PUT')
})

it('gives up after five retries', async () => {
  const { bucket, requests } = await bucketThatFails(Number.POSITIVE_INFINITY, drop)
  await expect(bucket.write('file', Buffer.from('text'))).rejects.toThrow(/cannot be reached: UND_ERR_SOCKET/)
  expect(requests).toHaveLength(6)
})
