/** The pages about the Python client and the R package: installed and run as they say, from an empty folder. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { signatureHeaders } from '../../src/server/webhooks/signature.ts'
import { newWorkbook } from '../samples/new_workbook.ts'
import { collectClient, makeBatch } from '../service/collect_client.ts'
import { type RunningService, runService } from '../service/running_service.ts'
import { openShell, type ReaderValues, readHowTo, type Shell } from '../setup/how_to_lines.ts'

const ROWS = [
  ['participant_id', 'like'],
  ['p1', 'The bakery on the corner, where the owner remembers what I buy on Sundays.'],
  ['p2', 'asdkjh qwlekj zxmcnb'],
] as const
const CSV = ROWS.map((row) => row.map((cell) => `"${cell}"`).join(',')).join('\n')
const SECRET = Buffer.alloc(24, 7).toString('base64')
const EVENT = JSON.stringify({ type: 'test', timestamp: '2025-03-25T14:31:53.000Z', data: { message: 'Hi' } })

let service: RunningService
let values: ReaderValues
let folder: string
let shell: Shell
let sessionId: string

beforeAll(async () => {
  service = await runService({ BYHAND_RATE_SURVEYS_PER_KEY: '0' })
  const workspace = await service.workspace()
  const { key: secretKey } = await workspace.key(['sessions', 'survey', 'admin'])
  values = { url: service.address, siteKey: workspace.siteKey, secretKey }
  folder = await mkdtemp(join(tmpdir(), 'byhand-how-to-data-'))
  shell = await openShell(folder)
  await writeFile(join(folder, 'answers.csv'), `${CSV}\n`)
  await writeFile(join(folder, 'answers.xlsx'), newWorkbook({ name: 'Answers', rows: ROWS }))
  const page = collectClient(service.address)
  const batch = makeBatch(workspace.siteKey, { intro: 1, user_id: 'u-17' })
  await page.post(batch)
  page.close()
  sessionId = batch.session_id as string
})
afterAll(async () => {
  await service?.stop()
  await rm(folder, { recursive: true, force: true })
})

/** Deletes the file, so that the next page has to write its own. */
async function cleanRows(): Promise<string[]> {
  const file = join(folder, 'clean.csv')
  const [, ...rows] = (await readFile(file, 'utf8')).trim().split('\n')
  await rm(file)
  return rows
}

it('Python: installs, cleans a data set and calls the API', async () => {
  const { block } = await readHowTo('use-the-python-client', values)
  // pandas comes from the packages of the system.
  await shell('/usr/bin/python3 -m venv --system-site-packages venv')
  const active = (commands: string) =>
    shell(`. venv/bin/activate\n${block(/^export/)}\n${commands}`, { PIP_NO_INDEX: '1' })
  await active(block(/^pip install/))
  const python = async (name: string, code: string) => {
    await writeFile(join(folder, name), code)
    return active(`python ${name}`)
  }

  await python('clean.py', block(/^import byhand, pandas/))
  expect(await cleanRows()).toEqual([expect.stringContaining('The bakery')])

  const signed = signatureHeaders([SECRET], 'evt_1', Date.now(), EVENT)
  const output = await python(
    'calls.py',
    `import byhand, json, os
session_id = ${JSON.stringify(sessionId)}
questions = {"like": "What do you like?"}
responses = {"like": "The park behind the library"}
${block(/^client = /)}
assert report["session_id"] == session_id, report
assert len(page["sessions"]) == 1, page
${block(/^job = /)}
last_cursor, rows = None, []
store = rows.append
${block(/^client\.label_session/)}
assert settings["monitor_only"] is True and rows
os.environ["BYHAND_WEBHOOK_SECRET"] = "whsec_${SECRET}"
class request:
    headers = json.loads(${JSON.stringify(JSON.stringify(signed))})
    def get_data():
        return ${JSON.stringify(EVENT)}.encode()
${block(/^event = /)}
print(result["flagged"], event["type"])`,
  )
  expect(output).toMatch(/^False test$/m)
})

it('R: installs and cleans a data set', async () => {
  const { block } = await readHowTo('use-the-r-package', values)
  // The first line needs CRAN; its packages are those of the system.
  const [dependencies = '', ...install] = block(/^install\.packages/).split('\n')
  expect(dependencies).toBe('install.packages(c("httr2", "jsonlite", "openssl"))')
  const code = [...install, block(/^Sys\.setenv/), block(/^library\(byhand\)/)].join('\n')
  await writeFile(join(folder, 'clean.R'), code)
  await shell('mkdir library && R_LIBS_USER=$PWD/library Rscript clean.R')
  expect(await cleanRows()).toEqual([expect.stringContaining('The bakery')])
})
