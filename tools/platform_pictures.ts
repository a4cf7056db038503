/**
 * `npm run screenshots:platforms -- [TREE]`: renews the pictures of survey platforms in docs/pictures. It takes a survey
 * on each platform in a real browser, with a service of its own. LimeSurvey needs a source tree; without it, its
 * pictures stay as they are.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import sharp from 'sharp'
import { linkSecret, sealLink } from '../src/server/survey/link/link_token.ts'
import { pageBundle } from '../test/browser/page_bundle.ts'
import { startPlatform } from '../test/browser/platform_pages.ts'
import { openAdmin } from '../test/integrations/limesurvey_admin.ts'
import { startLimeSurvey } from '../test/integrations/limesurvey_site.ts'
import { byhandHere } from '../test/service/command.ts'

const ROOT = join(import.meta.dirname, '..')
const PICTURES = join(ROOT, 'docs/pictures')
const QUALITY = 80
const ANSWER = 'The bakery on the corner knows my name, and the park is never full.'
const STYLE = '<style>body { font: 16px/1.5 sans-serif; margin: 2rem }</style>'

const platform = await startPlatform()
const { pages, service, workspace, chromium } = platform
const page = await chromium.context.newPage()
const code = (...path: string[]) => ({
  body: readFileSync(join(ROOT, ...path), 'utf8'),
  type: 'text/javascript',
})
const options = `{ src: '${service.address}/byhand.js', siteKey: '${workspace.siteKey}' }`

async function open(url: string, height: number): Promise<void> {
  await page.setViewportSize({ width: 800, height })
  await page.goto(url)
}

async function take(name: string, from: Page | Locator = page): Promise<void> {
  const picture = await sharp(await from.screenshot())
    .webp({ quality: QUALITY })
    .toBuffer()
  writeFileSync(join(PICTURES, `${name}.webp`), picture)
  console.log(`${name}.webp: ${picture.length} bytes`)
}

async function type(field: Locator): Promise<void> {
  await page.waitForFunction(() => window.getServiceSessionId?.())
  await field.click()
  await page.keyboard.type(ANSWER, { delay: 20 })
}

async function takeJsPsych(): Promise<void> {
  pages.set('/jspsych.js', code('node_modules/jspsych/dist/index.browser.min.js'))
  pages.set('/text.js', code('node_modules/@jspsych/plugin-survey-text/dist/index.browser.min.js'))
  pages.set('/jspsych', {
    body: `<!doctype html><title>jsPsych</title>
      <link rel="stylesheet" href="/jspsych.css"><script src="/jspsych.js"></script><script src="/text.js"></script>
      <script src="${service.address}/integrations/jspsych.js"></script><body><script>
      const type = jsPsychExtensionByhand
      const jsPsych = initJsPsych({
        extensions: [{ type, params: ${options} }],
      })
      jsPsych.run([{ type: jsPsychSurveyText, questions: [{ prompt: 'What do you like about your neighborhood?', rows: 5 }], extensions: [{ type, params: { id: 'neighborhood' } }] }])
    </script></body>`,
  })
  pages.set('/jspsych.css', {
    body: readFileSync(join(ROOT, 'node_modules/jspsych/css/jspsych.css'), 'utf8'),
    type: 'text/css',
  })
  await open(`${platform.url}/jspsych`, 360)
  await type(page.locator('textarea'))
  await take('jspsych')
}

async function takeSurveyJs(): Promise<void> {
  const survey = {
    title: 'Neighborhood',
    elements: [{ type: 'comment', name: 'likes', title: 'What do you like about your neighborhood?' }],
  }
  pages.set('/react.js', { body: await pageBundle('react_globals.js'), type: 'text/javascript' })
  pages.set('/core.js', code('node_modules/survey-core/survey.core.min.js'))
  pages.set('/ui.js', code('node_modules/survey-react-ui/survey-react-ui.min.js'))
  pages.set('/core.css', {
    body: readFileSync(join(ROOT, 'node_modules/survey-core/survey-core.min.css'), 'utf8'),
    type: 'text/css',
  })
  pages.set('/surveyjs', {
    body: `<!doctype html><title>SurveyJS</title><link rel="stylesheet" href="/core.css">
      <script src="/react.js"></script><script src="/core.js"></script><script src="/ui.js"></script>
      <script src="${service.address}/integrations/surveyjs.js"></script><body style="margin: 0"><div id="root"></div><script>
      const model = new Survey.Model(${JSON.stringify(survey)})
      byhandSurvey(model, ${options})
      createRoot(document.getElementById('root')).render(React.createElement(SurveyReact.Survey, { model }))
    </script></body>`,
  })
  await open(`${platform.url}/surveyjs`, 480)
  await type(page.locator('textarea'))
  await take('surveyjs')
}

async function takeQualtrics(): Promise<void> {
  const out = join(service.folder, 'survey.qsf')
  const keys = ['--site-key', workspace.siteKey, '--key', workspace.secretKey]
  await byhandHere(service, 'qualtrics', '--url', service.address, ...keys, '--out', out)
  pages.set('/engine.js', code('extensions/qualtrics/test/engine.js'))
  const script = `window.survey = ${readFileSync(out, 'utf8').trim().replaceAll('<', '\\u003c')}; window.isNewExperience = true`
  pages.set('/qualtrics', {
    body: `<!doctype html><title>Survey</title>${STYLE}<style>textarea { width: 30rem; height: 5rem; display: block }</style><body><div id="Header"></div><div id="Questions"></div>
      <button id="PreviousButton">Back</button> <button id="NextButton">Next</button>
      <script>${script}</script><script src="/engine.js"></script></body>`,
  })
  await open(`${platform.url}/qualtrics`, 320)
  await page
    .getByLabel(/^Choice/)
    .first()
    .check()
  await page.click('#NextButton')
  await type(page.locator('textarea').first())
  await take('qualtrics')
}

async function takeSurveyLink(): Promise<void> {
  const secret = await linkSecret(service.services.store.keys)
  const link = sealLink(secret, {
    kind: 'start',
    title: 'Neighborhood study',
    siteKey: workspace.siteKey,
    surveyUrl: 'https://example.org/survey?pid={participant}&byhand={session}',
    asksConsent: true,
  })
  await open(`${service.address}/link/${link}?PROLIFIC_PID=5f8c2a1b3d4e5f8c2a1b3d4e`, 420)
  await page.waitForFunction(() => window.getServiceSessionId?.())
  await take('survey-link')
}

async function takeLimeSurvey(tree: string): Promise<void> {
  const site = await startLimeSurvey(tree)
  try {
    const zip = join(ROOT, 'dist/integrations/limesurvey.zip')
    const admin = await openAdmin(await chromium.context.newPage(), site.url)
    await admin.page.setViewportSize({ width: 1200, height: 900 })
    await admin.installPlugin(zip)
    await admin.configure({
      url: service.address,
      siteKey: workspace.siteKey,
      secretKey: workspace.secretKey,
    })
    const text = { class: 'Q', relevance: '1', language: 'en' }
    const survey = await site.publish([
      { class: 'S', name: 'language', text: 'en' },
      { class: 'S', name: 'showwelcome', text: 'N' },
      { class: 'SL', name: 'surveyls_title', text: 'Neighborhood', language: 'en' },
      { class: 'G', name: 'Your neighborhood', language: 'en' },
      { ...text, 'type/scale': 'T', name: 'likes', text: 'What do you like about your neighborhood?' },
      { ...text, 'type/scale': 'S', name: 'byhandverdict', text: 'Verdict', hidden: '1' },
    ])
    for (const isPasted of [false, true]) {
      await open(`${site.url}/index.php?r=survey/index&sid=${survey}&lang=en&newtest=Y`, 700)
      if (isPasted) {
        await page.waitForFunction(() => window.getServiceSessionId?.())
        await page.locator('textarea').click()
        await page.keyboard.insertText('As an AI language model, I appreciate the vibrant community.')
      } else await type(page.locator('textarea'))
      await page.locator('#ls-button-submit').click()
      await page.getByText('Thank you').waitFor()
    }
    await admin.openSettings()
    await admin.page.evaluate((url) => {
      for (const [name, shown] of [
        ['url', url],
        ['siteKey', 'bh_pk_…'],
      ] as const)
        document.querySelector(`[name=${name}]`)?.setAttribute('value', shown)
    }, 'https://byhand.example.org')
    await take('limesurvey-settings', admin.page)
    await admin.page.goto(`${site.url}/index.php?r=responses/view&surveyId=${survey}&id=2`)
    await admin.page.getByText('byhandverdict').first().waitFor()
    await take('limesurvey-response', admin.page.locator('table', { hasText: 'byhandverdict' }).last())
  } finally {
    await site.close()
  }
}

await takeJsPsych()
await takeSurveyJs()
await takeQualtrics()
await takeSurveyLink()
const tree = process.argv[2]
if (tree === undefined) console.log('The pictures of LimeSurvey need the folder of a source tree.')
else await takeLimeSurvey(tree)
await platform.close()
