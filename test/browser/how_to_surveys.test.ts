/** The lines of the how-to pages for surveys and plugins, run as they are written. */
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { build } from 'vite'
import { afterAll, beforeAll, expect, it } from 'vitest'
import * as jsPsychPackage from '../../integrations/jspsych/src/index.ts'
import { openShell, type ReaderValues, readHowTo, type Shell } from '../setup/how_to_lines.ts'
import { type Platform, startPlatform } from './platform_pages.ts'

const ROOT = join(import.meta.dirname, '../..')
const PLATFORMS = join(ROOT, 'test/platforms/node_modules')
const ANSWER = 'The bakery on the corner knows my name.'

let platform: Platform
let values: ReaderValues
let folder: string
let shell: Shell

beforeAll(async () => {
  platform = await startPlatform()
  const { service, workspace, pages } = platform
  values = { url: service.address, siteKey: workspace.siteKey, secretKey: workspace.secretKey }
  folder = await mkdtemp(join(tmpdir(), 'byhand-how-to-surveys-'))
  shell = await openShell(folder)
  for (const [path, file] of [
    ['/jspsych.js', 'jspsych/dist/index.browser.min.js'],
    ['/survey-text.js', '@jspsych/plugin-survey-text/dist/index.browser.min.js'],
  ] as const)
    pages.set(path, { body: await readFile(join(PLATFORMS, file), 'utf8'), type: 'text/javascript' })
})
afterAll(async () => {
  await platform?.close()
  await rm(folder, { recursive: true, force: true })
})

async function open(path: string, body: string): Promise<Page> {
  platform.pages.set(path, { body: `<!doctype html><title>Survey</title>${body}` })
  const page = await platform.chromium.context.newPage()
  await page.goto(platform.url + path)
  return page
}

/** A variable of the page, once it has one. */
const pageValue = async <Value>(page: Page, name: string): Promise<Value> => {
  const handle = await page.waitForFunction((of) => (window as unknown as Record<string, unknown>)[of], name)
  return (await handle.jsonValue()) as Value
}

it('jsPsych: the trial is recorded, and its line is analyzed', async () => {
  const { block } = await readHowTo('use-jspsych', values)
  const [, imported = ''] = /import \{ (\w+)/.exec(block(/^import/)) ?? []
  expect(jsPsychPackage).toHaveProperty(imported)

  const page = await open(
    '/jspsych',
    `<script src="/jspsych.js"></script><script src="/survey-text.js"></script>${block(/^<script/)}<body><script>
    ${block(/^const jsPsych/)}
    const save = (line) => { window.saved = line }
    jsPsych.run([trial]).then(async () => {
      const participantId = 'p-1'
      ${block(/^const byhand/)}
    })</script></body>`,
  )
  await page.waitForFunction(() => window.getServiceSessionId?.())
  await page.locator('textarea').click()
  await page.keyboard.type(ANSWER, { delay: 4 })
  await page.locator('[type=submit]').click()
  const line = await pageValue<string>(page, 'saved')
  expect(JSON.parse(line)).toMatchObject({ participant_id: 'p-1', responses: { neighborhood: ANSWER } })
  await page.close()

  await writeFile(join(folder, 'answers.ndjson'), `${line}\n`)
  const { service, workspace } = platform
  const ofWorkspace = await openShell(folder, ['--workspace', workspace.id])
  await ofWorkspace(block(/^npx byhand survey check/), { BYHAND_DATA: service.folder })
  const [names = '', cells = ''] = (await readFile(join(folder, 'checked.csv'), 'utf8')).split('\r\n')
  expect(names).toContain('byhand_verdict')
  expect(cells).toContain('p-1')
  expect(cells).toMatch(/,(keep|review|remove),/)
})

it('SurveyJS: the data has the recording, and the server analyzes it', async () => {
  const { block } = await readHowTo('use-surveyjs', values)
  const source = join(folder, 'surveyjs')
  await mkdir(source)
  const json = {
    elements: [
      { type: 'comment', name: 'likes', title: 'What do you like?' },
      JSON.parse(block(/^\{ "type"/)),
    ],
  }
  await writeFile(
    join(source, 'main.js'),
    `import { createElement } from 'react'
    import { createRoot } from 'react-dom/client'
    import { Survey } from 'survey-react-ui'
    const json = ${JSON.stringify(json)}
    const save = (data) => { window.completed = data }
    ${block(/^import \{ Model/)}
    createRoot(document.getElementById('root')).render(createElement(Survey, { model: survey }))`,
  )
  const places = {
    '@byhand/surveyjs': join(ROOT, 'integrations/surveyjs/src/index.ts'),
    ...Object.fromEntries(['survey-core', 'survey-react-ui'].map((name) => [name, join(PLATFORMS, name)])),
    ...Object.fromEntries(['react-dom', 'react'].map((name) => [name, join(ROOT, 'node_modules', name)])),
  }
  const built = await build({
    configFile: false,
    root: source,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    resolve: { alias: places },
    build: {
      write: false,
      minify: false,
      lib: { entry: join(source, 'main.js'), formats: ['iife'], name: 'page' },
    },
  })
  const [output] = Array.isArray(built) ? built : [built]
  const { code } = (output as unknown as { output: [{ code: string }] }).output[0]
  platform.pages.set('/surveyjs.js', { body: code, type: 'text/javascript' })
  const page = await open(
    '/surveyjs',
    '<body><div id="root"></div><script src="/surveyjs.js"></script></body>',
  )
  await page.waitForFunction(() => window.getServiceSessionId?.())
  const answers = { 'What do you like': ANSWER, 'What would you change': 'More trees and fewer parked cars.' }
  for (const [label, text] of Object.entries(answers)) {
    await page.getByLabel(label).click()
    await page.keyboard.type(text, { delay: 4 })
  }
  await page.locator('input[value=Complete], button:has-text("Complete")').first().click()
  const data = await pageValue<{ byhand: { responses: object } }>(page, 'completed')
  expect(Object.values(data.byhand.responses)).toEqual(Object.values(answers))
  await page.close()

  const analyze = new Function(
    ...['data', 'id', 'process'],
    `return (async () => { ${block(/^const response/)}; return result })()`,
  )
  const env = { BYHAND_SECRET_KEY: values.secretKey }
  expect(await analyze(data, 'p-1', { env })).toMatchObject({
    error: false,
    checks: { likes: expect.any(Array), change: expect.any(Array) },
  })
})

it('survey links: the start link opens the survey with both IDs, and the end link completes', async () => {
  const { block, text } = await readHowTo('use-survey-links', values)
  const { service, workspace, chromium } = platform
  const ofWorkspace = await openShell(folder, ['--workspace', workspace.id])
  const command = block(/^npx byhand link/)
  const env = { BYHAND_DATA: service.folder, BYHAND_PUBLIC_URL: service.address }
  const links = (await ofWorkspace(command, env)).match(new RegExp(`${service.address}/link/\\S+`, 'g')) ?? []
  expect(links).toHaveLength(2)

  const [, parameter = ''] = /^\| Prolific \| `\?(\w+)=/m.exec(text) ?? []
  const page = await chromium.context.newPage()
  await page.route('https://example.typeform.com/**', (route) => route.fulfill({ body: 'The survey' }))
  await page.goto(`${links[0]}?${parameter}=p-7`)
  await page.waitForFunction(() => window.getServiceSessionId?.())
  await page.click('#start')
  await page.waitForURL('https://example.typeform.com/**')
  const hash = new URLSearchParams(new URL(page.url()).hash.slice(1))
  expect([hash.get('pid'), hash.get('byhand')]).toEqual(['p-7', expect.stringMatching(/^[\w-]{22}$/)])
  await page.close()

  const { status, headers } = await fetch(links[1] as string, { redirect: 'manual' })
  const [, completion] = /--completion-url "([^"]+)"/.exec(command) ?? []
  expect([status, headers.get('location')]).toEqual([302, completion])
})

it('WordPress and LimeSurvey: the archives are served, and have the fields of the pages', async () => {
  const labelsOf = (block: string) =>
    [...block.matchAll(/^(\S.*?) {2,}/gm)].map(([, label]) => label as string)
  const wordpress = await readHowTo('use-wordpress', values)
  await shell(wordpress.block(/^curl/))
  const limesurvey = await readHowTo('use-limesurvey', values)
  await shell(`curl -sSfO ${limesurvey.block(/^http/)}`)
  for (const [archive, { block }, first] of [
    ['wordpress.zip', wordpress, /^Service URL/],
    ['limesurvey.zip', limesurvey, /^URL of the service/],
  ] as const) {
    const inside = await shell(`unzip -p ${archive} '*.php'`)
    const labels = labelsOf(block(first))
    expect(labels).toHaveLength(3)
    for (const label of labels) expect(inside).toContain(`'${label}'`)
  }
})
