import { describe, expect, it } from 'vitest'
import { readFields } from './fields.ts'

const EXPECTED = { secret: 's', response: 'r&ä', sitekey: '', hostnames: [], idempotencyKey: 'k' }

describe('the fields of a verification', () => {
  it('are read from a form, a multipart form and JSON', async () => {
    const fields = { secret: 's', response: 'r&ä', idempotency_key: 'k', remoteip: '::1' }
    const form = new FormData()
    for (const [name, value] of Object.entries(fields)) form.append(name, value)
    const multipart = new Response(form)
    const bodies: [string | undefined, Buffer][] = [
      ['application/x-www-form-urlencoded', Buffer.from(new URLSearchParams(fields).toString())],
      [
        'application/x-www-form-urlencoded; charset=UTF-8',
        Buffer.from(new URLSearchParams(fields).toString()),
      ],
      [undefined, Buffer.from(new URLSearchParams(fields).toString())],
      [multipart.headers.get('content-type') as string, Buffer.from(await multipart.arrayBuffer())],
      ['application/json', Buffer.from(JSON.stringify(fields))],
    ]
    for (const [type, body] of bodies) expect(await readFields(type, body)).toEqual(EXPECTED)
  })

  it('are null for anything else', async () => {
    const long = JSON.stringify({ idempotency_key: 'k'.repeat(129) })
    for (const [type, body] of [
      ['application/json', '{'],
      ['application/json', '[]'],
      ['application/json', 'null'],
      ['application/json', long],
      ['multipart/form-data', 'x'],
      ['multipart/form-data; boundary=b', '--c'],
      ['image/png', 'x'],
    ] as const) {
      expect(await readFields(type, Buffer.from(body))).toBeNull()
    }
  })

  it('include the site key and the hosts of the URL; the site key of the body comes first', async () => {
    const query = new URLSearchParams('sitekey=a&hostname=shop.example&hostname=www.shop.example&secret=s')
    const form = 'application/x-www-form-urlencoded'
    const hostnames = ['shop.example', 'www.shop.example']
    expect(await readFields(form, Buffer.from('response=r'), query)).toEqual({
      secret: '',
      response: 'r',
      sitekey: 'a',
      hostnames,
      idempotencyKey: '',
    })
    expect(await readFields(form, Buffer.from('sitekey=b'), query)).toMatchObject({ sitekey: 'b', hostnames })
  })

  it('ignore values that are not text', async () => {
    expect(
      await readFields('application/json', Buffer.from('{"secret":{"a":1},"response":7}')),
    ).toMatchObject({
      secret: '',
      response: '',
    })
  })
})
