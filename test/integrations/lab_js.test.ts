/** docs/how-to/add-the-script-to-a-survey-page.md in a study of lab.js, from its npm package. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type RunningService, runService, type TestWorkspace } from '../service/running_service.ts'
import { type LaunchedChromium, launchChromium } from '../setup/browser.ts'
import { readHowTo } from '../setup/how_to_lines.ts'
import { npmInstall } from '../setup/packed.ts'

let service: RunningService
let workspace: TestWorkspace
let chromium: LaunchedChromium
let folder: string

beforeAll(async () => {
  service = await runService({ BYHAND_RATE_SESSIONS_PER_IP: '0', BYHAND_RATE_BATCHES_PER_IP: '0' })
  workspace = await service.workspace()
  chromium = await launchChromium()
  folder = await mkdtemp(join(tmpdir(), 'byhand-lab-'))
  await writeFile(join(folder, 'package.json'), '{"private":true}')
  await npmInstall(folder, ['--ignore-scripts', 'lab.js@2018.1.1'])
})
afterAll(async () => {
  await chromium?.close()
  await service?.stop()
  if (folder) await rm(folder, { recursive: true, force: true })
})

it('stores the session with the answers of each screen', async () => {
  const keys = { siteKey: workspace.siteKey, secretKey: workspace.secretKey }
  const { block } = await readHowTo('add-the-script-to-a-survey-page', { url: service.address, ...keys })
  const form = block(/^<form>/)
  const page = await chromium.context.newPage()
  const library = await readFile(join(folder, 'node_modules/lab.js/dist/lab.js'), 'utf8')
  await page.route('**/lab.js', (route) => route.fulfill({ contentType: 'text/javascript', body: library }))
  const body = `<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,">
<div class="container" data-labjs-section="main"><main></main></div>
<script src="/lab.js"></script><script>
const screen = (name) => new lab.html.Form({ title: name, content: ${JSON.stringify(form)}.replaceAll('opinion', name) })
window.study = new lab.flow.Sequence({ content: [screen('first'), screen('second')], datastore: new lab.data.Store() })
study.run()
</script>${block(/^<script\n/)}`
  await page.route('**/study', (route) => route.fulfill({ contentType: 'text/html', body }))
  await page.goto(`${service.address}/study`)
  await page.waitForFunction(() => window.byhand?.sessionId())
  for (const name of ['first', 'second']) {
    await page.locator(`[name=${name}]`).pressSequentially('I like bread', { delay: 30 })
    await page.click('button')
  }
  interface Study {
    options: { datastore: { data: Record<string, string>[] } }
  }
  const rows = await page.evaluate(() => (window as unknown as { study: Study }).study.options.datastore.data)
  const id = await page.evaluate(() => window.byhand.sessionId())
  const answered = rows.filter((row) => row.first || row.second)
  expect(answered.map((row) => row.byhand_session_id)).toEqual([id, id])
  for (const [at, name] of ['first', 'second'].entries()) {
    const fields = JSON.parse(answered[at]?.byhand_fields ?? '{}')
    expect(fields.responses[name]).toBe('I like bread')
    expect(fields.question_histories[name].length).toBeGreaterThan(3)
  }
  await page.close()
})
