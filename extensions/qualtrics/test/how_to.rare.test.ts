/** The lines of the how-to page, run as they are written. */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openShell, readHowTo } from '../../../test/setup/how_to_lines.ts'

const VALUES = { url: 'https://byhand.example.edu', siteKey: 'bh_pk_own', secretKey: 'bh_sk_own' }

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'byhand-how-to-qualtrics-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

it('the command adds the service to a survey file', async () => {
  const shell = await openShell(folder)
  const { block, text } = await readHowTo('use-qualtrics', VALUES)
  await shell(`npx byhand qualtrics --url ${VALUES.url} --site-key bh_pk_other --out mine.qsf`)
  await shell(block(/^npx byhand qualtrics/))
  const file = await readFile(join(folder, 'with-byhand.qsf'), 'utf8')
  expect(file).toContain(VALUES.url)
  expect(file).toContain(VALUES.siteKey)
  expect(file).not.toContain('bh_pk_other')
  const [placeholder = ''] = /ENTER-[A-Z-]+/.exec(text) ?? []
  expect(file).toContain(placeholder)
  const fields = [...text.matchAll(/^\| `(\w*byhand_\w+)` \|/gm)].map(([, name]) => name as string)
  expect(fields.length).toBeGreaterThan(3)
  for (const name of fields) expect(file).toContain(name)
})
