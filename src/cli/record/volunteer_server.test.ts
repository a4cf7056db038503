import { describe, expect, it } from 'vitest'
import { startVolunteerServer } from './volunteer_server.ts'

const start = () => startVolunteerServer({ service: 'http://127.0.0.1:1', siteKey: 'bh_pk_x' }, 0)
const post = (address: string, path: string, body: string) =>
  fetch(new URL(path, address), { method: 'POST', body }).then((response) => response.text())

describe('the page of byhand record', () => {
  it('asks for consent, and records only after it', async () => {
    const server = await start()
    const page = await (await fetch(server.address)).text()
    expect(page).toContain('I agree, start')
    expect(page).toContain('data-consent="wait" data-content-free')
    await server.end('')
  })

  it('passes on the answers that it offers, and no others', async () => {
    const server = await start()
    const answered = post(server.address, '/finish', '{"pointing":"pen","assistance":"<b>"}')
    expect(await server.done).toEqual({ pointing: 'pen', assistance: 'other' })
    await server.end('Thank you.')
    expect(await answered).toBe('Thank you.')
  })

  it.each(['not JSON', `"${'x'.repeat(2_000)}"`])('accepts a body that is no set-up', async (body) => {
    const server = await start()
    const answered = post(server.address, '/finish', body)
    expect(await server.done).toEqual({ pointing: 'other', assistance: 'other' })
    await server.end('')
    await answered
  })

  it('reports a refusal', async () => {
    const server = await start()
    const answered = post(server.address, '/refuse', '{}')
    expect(await server.done).toBeUndefined()
    await server.end('Nothing was recorded.')
    expect(await answered).toBe('Nothing was recorded.')
  })

  it('knows no other page', async () => {
    const server = await start()
    expect((await fetch(new URL('/etc', server.address))).status).toBe(404)
    await server.end('')
  })
})
