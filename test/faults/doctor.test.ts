/** The doctor finds a PostgreSQL that is set to lose what it acknowledges. */
import { expect, it } from 'vitest'
import { byhand } from '../service/command.ts'
import { startPostgres } from '../setup/postgres.ts'

async function durabilityUnder(settings: Readonly<Record<string, string>>) {
  const server = await startPostgres({ settings })
  const { stdout } = await byhand({ folder: '/tmp', env: { BYHAND_STORE: server.url } }, 'doctor', '--json')
  await server.stop()
  const findings = JSON.parse(stdout) as { name: string; state: string; detail: string }[]
  return findings.find(({ name }) => name === 'durability')
}

it.each([
  ['fsync', 'broken'],
  ['full_page_writes', 'warning'],
  ['synchronous_commit', 'warning'],
])('with %s off', async (setting, state) => {
  const finding = await durabilityUnder({ [setting]: 'off' })
  expect(finding).toMatchObject({ state, detail: expect.stringContaining(`${setting} = off`) })
})

it('and leaves one alone that is not (control)', async () => {
  expect(await durabilityUnder({})).toMatchObject({ state: 'ok' })
})
