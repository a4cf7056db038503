/** Forms with `data-byhand-action` in a real browser, against the real service: everything that a page does with a form. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Page, Request } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TEST_SITES } from '../../src/contract/test_sites.ts'
import { openTestWorkspace } from '../../src/server/test_mode/test_mode.ts'
import { createKey } from '../../src/server/workspace/keys.ts'
import { type RunningService, runService, type TestWorkspace } from '../service/running_service.ts'
import { type LaunchedChromium, launchChromium } from '../setup/browser.ts'
import { dialogOf, sentenceIn, setBands, typeLikeAPerson } from './step_up_task.ts'

const [PASS] = Object.keys(TEST_SITES) as [string]

let service: RunningService
let workspace: TestWorkspace
let chromium: LaunchedChromium
let secret: string

beforeAll(async () => {
  service = await runService({ BYHAND_RATE_SESSIONS_PER_IP: '0', BYHAND_RATE_BATCHES_PER_IP: '0' })
  workspace = await service.workspace()
  const { store, now } = service.services
  await openTestWorkspace(store, workspace.id, now())
  const wanted = {
    workspace: workspace.id,
    kind: 'secret',
    name: 'ci',
    scopes: ['sessions'],
    isTest: true,
  } as const
  secret = (await createKey(store.keys, wanted, now())).key
  chromium = await launchChromium()
})
afterAll(async () => {
  await chromium?.close()
  await service?.stop()
})

interface Site {
  readonly page: Page
  readonly noise: string[]
  /** What arrived, one entry for each form that the browser sent: its path and its fields. */
  readonly sent: { path: string; fields: URLSearchParams }[]
  next(): Promise<{ path: string; fields: URLSearchParams }>
}

async function open(body: string, { siteKey = PASS, stays = false } = {}): Promise<Site> {
  const page = await chromium.context.newPage()
  const noise: string[] = []
  page.on('console', (message) => message.type() === 'error' && noise.push(message.text()))
  page.on('pageerror', (error) => noise.push(String(error)))
  const sent: Site['sent'] = []
  const html = `<!doctype html><link rel="icon" href="data:,">
    <script src="/byhand.js" data-site-key="${siteKey}"></script>${body}`
  await page.route('**/site', (route) => route.fulfill({ contentType: 'text/html', body: html }))
  await page.route(/\/(sent|other|publish)\b/, (route) => {
    sent.push(fieldsOf(route.request()))
    return route.fulfill({ contentType: 'text/html', body: '<!doctype html>thanks' })
  })
  await page.goto(`${service.address}/site`)
  return {
    page,
    noise,
    sent,
    async next() {
      while (sent.length === 0) await sleep(50)
      // A page that closes while it is being left does not always close.
      if (!stays) await page.waitForURL((url) => url.pathname !== '/site')
      return sent.shift() as Site['sent'][number]
    },
  }
}

function fieldsOf(request: Request): Site['sent'][number] {
  const { pathname, searchParams } = new URL(request.url())
  const text = request.postData()
  const type = request.headers()['content-type'] ?? ''
  if (text === null) return { path: pathname, fields: searchParams }
  if (!type.startsWith('multipart/')) return { path: pathname, fields: new URLSearchParams(text) }
  const parts = [...text.matchAll(/name="([^"]+)"\r\n\r\n([^\r]*)/g)].map(([, name = '', value = '']) => [
    name,
    value,
  ])
  return { path: pathname, fields: new URLSearchParams(parts) }
}

async function verify(result: string | null, key = secret): Promise<{ valid: boolean; action?: string }> {
  const response = await fetch(`${service.address}/v1/results/verify`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ result: result ?? '' }),
  })
  const answer = (await response.json()) as { valid: boolean; result?: { page_action?: string } }
  return { valid: answer.valid, ...(answer.result && { action: answer.result.page_action ?? '' }) }
}

const RESULT = 'byhand-result'
const SIGNED = { valid: true, action: 'signup' }
const FORM = (inside: string, attributes = '') =>
  `<form data-byhand-action="signup" action="/sent" method="post" ${attributes}>${inside}</form>`

describe('a form with data-byhand-action', () => {
  it('is sent with a signed result, and a form without the attribute as it is', async () => {
    const site = await open(
      `<form action="/other"><input name="q"><button>Search</button></form>${FORM('<input name="mail"><button>Sign up</button>')}`,
    )
    await site.page.fill('[name=mail]', 'a@b.example')
    await site.page.click('text=Sign up')
    const { path, fields } = await site.next()
    expect([path, fields.get('mail'), [...fields.keys()].length]).toEqual(['/sent', 'a@b.example', 2])
    expect(await verify(fields.get(RESULT))).toEqual(SIGNED)

    await site.page.goBack()
    await site.page.click('text=Search')
    expect([...(await site.next()).fields.keys()]).toEqual(['q'])
    expect(site.noise).toEqual([])
    await site.page.close()
  })

  it.for([
    [
      'a submit button named submit',
      '<input name="a"><input type="submit" name="submit" value="Go">',
      'submit',
      'Go',
    ],
    [
      'the clicked button of several',
      '<input name="a"><button name="do" value="draft">Draft</button><button id="it" name="do" value="publish">P</button>',
      'do',
      'publish',
    ],
    ['an image button', '<input name="a"><input type="image" id="it" name="pic" alt="Go">', 'pic.x', null],
    [
      'controls with the names of functions',
      '<input name="action"><input name="method"><input name="requestSubmit"><input name="append"><button id="it" name="do" value="1">Go</button>',
      'do',
      '1',
    ],
  ] as const)('keeps %s', async ([, inside, name, value]) => {
    const site = await open(FORM(inside))
    await site.page.click('#it, [type=submit]')
    const { fields } = await site.next()
    if (value === null) expect(fields.has(name)).toBe(true)
    else expect(fields.get(name)).toBe(value)
    expect(await verify(fields.get(RESULT))).toEqual(SIGNED)
    await site.page.close()
  })

  it('honors formaction, and the Enter key', async () => {
    const site = await open(
      FORM('<input name="a"><button>Go</button><button id="p" formaction="/publish">P</button>'),
    )
    await site.page.click('#p')
    expect((await site.next()).path).toBe('/publish')
    await site.page.goBack()
    await site.page.press('[name=a]', 'Enter')
    expect(await verify((await site.next()).fields.get(RESULT))).toEqual(SIGNED)
    await site.page.close()
  })

  it('is not sent while it is invalid', async () => {
    const site = await open(FORM('<input name="a" required><button>Go</button>'))
    await site.page.click('button')
    expect(await site.page.evaluate(() => document.querySelector('[aria-busy]'))).toBeNull()
    await site.page.fill('[name=a]', 'x')
    await site.page.click('button')
    expect((await site.next()).fields.get('a')).toBe('x')
    expect(site.sent).toEqual([])
    await site.page.close()
  })

  it('is sent once for two clicks', async () => {
    const site = await open(FORM('<input name="a"><button>Go</button>'))
    await site.page.dblclick('button')
    await site.next()
    expect(site.sent).toEqual([])
    await site.page.close()
  })

  it('works if it appears later, and again if it is rendered anew', async () => {
    const site = await open('<main></main>')
    const render = (name: string) =>
      site.page.evaluate(
        ([html, field]) => {
          ;(document.querySelector('main') as Element).innerHTML = (html as string).replace(
            'NAME',
            field as string,
          )
        },
        [FORM('<input name="NAME"><button>Go</button>'), name],
      )
    await render('first')
    await site.page.click('button')
    expect((await site.next()).fields.has('first')).toBe(true)
    await site.page.goBack()
    await render('second')
    await site.page.click('button')
    const { fields } = await site.next()
    expect([fields.has('second'), await verify(fields.get(RESULT))]).toEqual([true, SIGNED])
    await site.page.close()
  })

  it('reaches the handler of a page that sends the data itself', async () => {
    const site = await open(
      `${FORM('<input name="a" value="x"><button name="do" value="1">Go</button>')}<script>
        let calls = 0
        document.querySelector('form').addEventListener('submit', (event) => {
          event.preventDefault()
          window.calls = ++calls
          fetch('/sent', { method: 'POST', body: new FormData(event.target, event.submitter) })
        })</script>`,
      { stays: true },
    )
    await site.page.click('button')
    const { fields } = await site.next()
    expect([fields.get('a'), fields.get('do')]).toEqual(['x', '1'])
    expect(await verify(fields.get(RESULT))).toEqual(SIGNED)
    expect(await site.page.evaluate(() => (window as unknown as { calls: number }).calls)).toBe(1)
    // The page stays: the next one needs a result of its own.
    await site.page.click('button')
    expect(await verify((await site.next()).fields.get(RESULT))).toEqual(SIGNED)
    await site.page.close()
  })

  it('lets a validation of the page stop it, and works afterwards', async () => {
    const site = await open(
      `${FORM('<input name="a"><button>Go</button>', 'novalidate')}<script>
        document.querySelector('form').addEventListener('submit', (event) => {
          if (event.target.elements.a.value === '') event.preventDefault()
        })</script>`,
    )
    await site.page.click('button')
    await site.page.waitForFunction(
      (name) => document.querySelector<HTMLInputElement>(`[name="${name}"]`)?.value,
      RESULT,
    )
    await site.page.fill('[name=a]', 'x')
    await site.page.click('button')
    const { fields } = await site.next()
    expect([fields.get('a'), fields.getAll(RESULT).length]).toEqual(['x', 1])
    await site.page.close()
  })

  it('closes a dialog without asking the service', async () => {
    const site = await open(
      '<dialog open><form data-byhand-action="signup" method="dialog"><button value="ok">Ok</button></form></dialog>',
    )
    await site.page.click('button')
    await expect
      .poll(() => site.page.evaluate(() => document.querySelector('dialog')?.returnValue))
      .toBe('ok')
    await site.page.close()
  })

  it('survives the back-forward cache', async () => {
    const site = await open(FORM('<input name="a"><button>Go</button>'))
    await site.page.click('button')
    await site.next()
    await site.page.goBack()
    await site.page.click('button')
    expect(await verify((await site.next()).fields.get(RESULT))).toEqual(SIGNED)
    await site.page.close()
  })

  it('works under a content security policy with a nonce only', async () => {
    const policy = "script-src 'nonce-abc'; connect-src 'self'; require-trusted-types-for 'script'"
    const site = await chromium.context.newPage()
    const noise: string[] = []
    site.on('console', (message) => message.type() === 'error' && noise.push(message.text()))
    await site.route('**/site', (route) =>
      route.fulfill({
        contentType: 'text/html',
        headers: { 'content-security-policy': policy },
        body: `<!doctype html><link rel="icon" href="data:,"><script nonce="abc" src="/byhand.js" data-site-key="${PASS}"></script>${FORM('<button>Go</button>')}`,
      }),
    )
    const arrived = new Promise<URLSearchParams>((resolve) => {
      void site.route('**/sent', (route) => {
        resolve(fieldsOf(route.request()).fields)
        return route.fulfill({ contentType: 'text/html', body: 'thanks' })
      })
    })
    await site.goto(`${service.address}/site`)
    await site.click('button')
    expect(await verify((await arrived).get(RESULT))).toEqual(SIGNED)
    // A page that closes while it is being left does not always close.
    await site.waitForURL('**/sent')
    expect(noise).toEqual([])
    await site.close()
  })

  it.for([
    ['the module cannot be loaded', '**/forms.mjs'],
    ['the service cannot be reached', '**/i/v1/batch*'],
    ['no result can be had', '**/result'],
  ] as const)('is sent without a result if %s', async ([, blocked]) => {
    const site = await open(FORM('<input name="a" value="x"><button>Go</button>'))
    await site.page.route(blocked, (route) => route.abort())
    await site.page.click('button')
    const { fields } = await site.next()
    expect([fields.get('a'), fields.get(RESULT) ?? '']).toEqual(['x', ''])
    await site.page.close()
  })
})

describe('step-up verification of a form', () => {
  it('never sends a secret key that a page has in place of a site key', async () => {
    const site = await open(FORM('<input name="a"><button>Go</button>'), { siteKey: 'bh_sk_u2C1secret' })
    const requests: string[] = []
    site.page.on('request', (request) => requests.push(`${request.url()} ${request.postData() ?? ''}`))
    const given = '{ getSignedResult: async () => "bhr1_x" }'
    const outcome = `import('/step_up.mjs').then((module) => module.stepUp(${given}))`
    expect(await site.page.evaluate(outcome)).toBe('unavailable')
    await site.page.click('text=Go')
    await site.next()
    expect(requests.filter((text) => text.includes('bh_sk'))).toEqual([])
    expect(site.noise.join()).toContain('remove and rotate it')
    await site.page.close()
  })

  it('is shown before it is sent; closing it keeps the form, and tells the page', async () => {
    await setBands(service, workspace, [1, 1, 100])
    const site = await open(FORM('<input name="a"><button>Go</button>'), { siteKey: workspace.siteKey })
    await site.page.evaluate(() =>
      document.addEventListener('byhand:canceled', () => {
        document.title = 'canceled'
      }),
    )
    await site.page.fill('[name=a]', 'some words')
    await site.page.click('text=Go')
    await dialogOf(site.page).waitFor()
    await site.page.keyboard.press('Escape')
    await expect.poll(() => site.page.title()).toBe('canceled')
    expect(site.sent).toEqual([])

    await site.page.click('text=Go')
    await typeLikeAPerson(site.page, await sentenceIn(site.page))
    await dialogOf(site.page).getByRole('button', { name: 'Continue' }).click()
    const { fields } = await site.next()
    expect(fields.get('a')).toBe('some words')
    expect(await verify(fields.get(RESULT), workspace.secretKey)).toEqual(SIGNED)
    await site.page.close()
  })
})
