/** The drop-in for captcha scripts, in a real browser with the markup of the vendors. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dialogOf, sentenceIn, setBands, typeLikeAPerson } from '../../../test/browser/step_up_task.ts'
import { type RunningService, runService, type TestWorkspace } from '../../../test/service/running_service.ts'
import { type LaunchedChromium, launchChromium } from '../../../test/setup/browser.ts'
import { HCAPTCHA, RECAPTCHA, TURNSTILE, type Vendor } from '../vendors.ts'

let service: RunningService
let workspace: TestWorkspace
let review: TestWorkspace
let chromium: LaunchedChromium

beforeAll(async () => {
  service = await runService({
    BYHAND_RATE_SESSIONS_PER_IP: '0',
    BYHAND_RATE_BATCHES_PER_IP: '0',
    BYHAND_RATE_STEP_UPS_PER_DEVICE: '0',
  })
  workspace = await service.workspace()
  review = await service.workspace()
  await setBands(service, review, [1, 2, 100])
  chromium = await launchChromium()
})
afterAll(async () => {
  await chromium?.close()
  await service?.stop()
})

/** A page of the site, on the service's own origin. */
async function open(html: string, { siteKey } = workspace): Promise<Page> {
  const page = await chromium.context.newPage()
  const body = `<!doctype html><title>Site</title>${html.replaceAll('SITEKEY', siteKey)}`
  await page.route('**/site*', (route) => route.fulfill({ contentType: 'text/html', body }))
  await page.goto(`${service.address}/site?key=${siteKey}`)
  return page
}

async function verify({ verifyPath }: Vendor, response: string, { secretKey } = workspace) {
  const answer = await fetch(service.address + verifyPath, {
    method: 'POST',
    body: new URLSearchParams({ secret: secretKey, response }),
  })
  return (await answer.json()) as Record<string, unknown>
}

/** The visitor is driven by a browser automation, so a valid response belongs to a bot. */
const BOT = { success: false, hostname: '127.0.0.1', 'error-codes': ['risk-too-high'] }

const filledIn = async (page: Page, selector: string) => {
  await page.waitForFunction((of) => (document.querySelector(of) as HTMLInputElement | null)?.value, selector)
  return page.locator(selector).inputValue()
}

describe.concurrent('automatic rendering', () => {
  it.each([
    [RECAPTCHA, 'g-recaptcha', 'g-recaptcha-response'],
    [TURNSTILE, 'cf-turnstile', 'cf-turnstile-response'],
    [HCAPTCHA, 'h-captcha', 'h-captcha-response'],
  ])('fills the field of $name and calls the callback', async (vendor, className, field) => {
    const page = await open(
      `<script src="${vendor.scriptPath}" async defer></script>
       <script>function solved(response) { window.solvedWith = response }</script>
       <form><input name="email"><div class="${className}" data-sitekey="SITEKEY" data-callback="solved"
         data-action="signup"></div></form>`,
    )
    const response = await filledIn(page, `form [name="${field}"]`)
    expect(
      await page.waitForFunction(() => (window as never as { solvedWith: string }).solvedWith),
    ).toBeTruthy()
    expect(await page.evaluate(() => (window as never as { solvedWith: string }).solvedWith)).toBe(response)
    expect(await page.evaluate(() => window.byhand.getServiceSessionId())).toHaveLength(22)
    expect(await verify(vendor, response)).toMatchObject({ ...BOT, action: 'signup' })
    await page.close()
  })
})

it('works under a path prefix that a proxy removes', async () => {
  const page = await open(
    '<form><div class="cf-turnstile" data-sitekey="SITEKEY"></div><button>Send</button></form>',
    review,
  )
  const paths = new Set<string>()
  await page.route('**/byhand/**', (route) => {
    const url = new URL(route.request().url())
    paths.add(url.pathname)
    return route.continue({ url: url.href.replace('/byhand/', '/') })
  })
  const without: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (!/^\/(byhand\/|site)/.test(pathname)) without.push(pathname)
  })
  await page.addScriptTag({ url: `${service.address}/byhand${TURNSTILE.scriptPath}` })
  await filledIn(page, 'form [name="cf-turnstile-response"]')
  await page.click('button')
  await dialogOf(page).waitFor()
  expect(paths).toContain('/byhand/step_up.mjs')
  expect(paths).toContain('/byhand/i/v1/batch/step-up')
  expect(without).toEqual([])
  await page.close()
})

it('tries again within seconds after the service did not answer', async () => {
  const html = `<script>
    window.errors = 0
    function failed() { window.errors++ }
    </script><form><div class="cf-turnstile" data-sitekey="SITEKEY" data-error-callback="failed"></div></form>`
  const page = await open(html)
  let requests = 0
  await page.route('**/i/v1/batch/result', (route) => (requests++ === 0 ? route.abort() : route.continue()))
  const began = performance.now()
  await page.addScriptTag({ url: `${service.address}${TURNSTILE.scriptPath}` })
  await filledIn(page, 'form [name="cf-turnstile-response"]')
  expect(await page.evaluate(() => (window as never as { errors: number }).errors)).toBe(1)
  expect(requests).toBe(2)
  // Control: not at once either.
  expect(performance.now() - began).toBeGreaterThan(7_000)
  await page.close()
})

describe.concurrent('explicit rendering', () => {
  it('works with grecaptcha: onload, render, getResponse and reset', async () => {
    const page = await open(
      `<div id="here"></div>
       <script>function loaded() { window.id = grecaptcha.render('here', { sitekey: 'SITEKEY', callback: (r) => { window.first ??= r } }) }</script>
       <script src="${RECAPTCHA.scriptPath}?onload=loaded&render=explicit" async></script>`,
    )
    await page.waitForFunction(() => 'first' in window)
    const [before, after] = await page.evaluate(async () => {
      const { grecaptcha, id } = window as never as Record<string, never> as unknown as {
        grecaptcha: { getResponse(id: number): string; reset(id: number): void }
        id: number
      }
      const first = grecaptcha.getResponse(id)
      grecaptcha.reset(id)
      const emptied = grecaptcha.getResponse(id)
      while (grecaptcha.getResponse(id) === '') await new Promise((resolve) => setTimeout(resolve, 20))
      return [emptied, first !== grecaptcha.getResponse(id)]
    })
    expect([before, after]).toEqual(['', true])
    await page.close()
  })

  it('works with grecaptcha v3: render=<site key>, ready and execute', async () => {
    const page = await open(`<script src="${RECAPTCHA.scriptPath}?render=SITEKEY"></script>`)
    const response = await page.evaluate(
      (key) =>
        new Promise<string>((resolve) => {
          const { grecaptcha } = window as never as {
            grecaptcha: {
              ready(then: () => void): void
              execute(key: string, options: object): Promise<string>
            }
          }
          grecaptcha.ready(() => grecaptcha.execute(key, { action: 'login' }).then(resolve))
        }),
      workspace.siteKey,
    )
    expect(await verify(RECAPTCHA, response)).toMatchObject({ ...BOT, action: 'login' })
    await page.close()
  })

  it('works with an invisible reCAPTCHA on a button', async () => {
    const page = await open(
      `<script src="${RECAPTCHA.scriptPath}" async></script>
       <script>function send() { document.title = document.querySelector('form [name=g-recaptcha-response]').value.slice(0, 5) }</script>
       <form><button class="g-recaptcha" data-sitekey="SITEKEY" data-callback="send">Send</button></form>`,
    )
    await page.locator('form textarea').waitFor({ state: 'attached' })
    expect(await page.locator('form textarea').inputValue()).toBe('')
    await page.click('button')
    await page.waitForFunction(() => document.title === 'bhr1_')
    await page.close()
  })

  it('works with turnstile on demand, and with hcaptcha as a promise', async () => {
    const page = await open(
      `<div id="a"></div><div id="b"></div>
       <script src="${TURNSTILE.scriptPath}?render=explicit"></script>
       <script src="${HCAPTCHA.scriptPath}?render=explicit&recaptchacompat=off"></script>`,
    )
    const [cf, h] = await page.evaluate(async (sitekey) => {
      const { turnstile, hcaptcha, grecaptcha } = window as never as {
        turnstile: {
          render(at: string, given: object): string
          execute(at: string): void
          isExpired(id: string): boolean
        }
        hcaptcha: {
          render(at: string, given: object): string
          execute(id: string, given: object): Promise<{ response: string }>
        }
        grecaptcha: unknown
      }
      const response = new Promise<string>((callback) => {
        const id = turnstile.render('#a', {
          sitekey,
          callback,
          execution: 'execute',
          action: 'pay',
          cData: 'cart',
        })
        if (!turnstile.isExpired(id)) throw new Error('there is a response before execute')
        turnstile.execute('#a')
      })
      const id = hcaptcha.render('b', { sitekey, size: 'invisible' })
      const solved = await hcaptcha.execute(id, { async: true })
      if (grecaptcha !== undefined) throw new Error('recaptchacompat=off defines no grecaptcha')
      return [await response, solved.response]
    }, workspace.siteKey)
    expect(await verify(TURNSTILE, cf as string)).toMatchObject({ ...BOT, cdata: 'cart' })
    expect(await verify(HCAPTCHA, h as string)).toMatchObject(BOT)
    await page.close()
  })

  it('calls the error callback when the service does not answer', async () => {
    const page = await open(
      `<div class="cf-turnstile" data-sitekey="SITEKEY" data-error-callback="failed"></div>
       <script>function failed(code) { document.title = code }</script>
       <script src="${TURNSTILE.scriptPath}?render=explicit"></script>`,
    )
    await page.route('**/result', (route) => route.abort())
    await page.evaluate(() =>
      (window as never as { turnstile: { implicitRender(): void } }).turnstile.implicitRender(),
    )
    await page.waitForFunction(() => document.title === 'network-error')
    await page.close()
  })
})

describe.concurrent('a visitor under review', () => {
  const TASK_MISSING = { success: false, 'error-codes': ['invalid-input-response', 'step-up-required'] }

  /** A form that the page sends with its own handler, as many do. */
  const openForm = (vendor: Vendor, className: string, field: string) =>
    open(
      `<script src="${vendor.scriptPath}" async defer></script>
       <form><input id="email" name="email"><div class="${className}" data-sitekey="SITEKEY"></div><button id="send">Send</button></form>
       <output></output>
       <script>document.querySelector('form').addEventListener('submit', (event) => {
         event.preventDefault()
         document.querySelector('output').textContent += new FormData(event.target).get('${field}') + ' '
       })</script>`,
      review,
    )

  it.each([
    [RECAPTCHA, 'g-recaptcha', 'g-recaptcha-response'],
    [TURNSTILE, 'cf-turnstile', 'cf-turnstile-response'],
    [HCAPTCHA, 'h-captcha', 'h-captcha-response'],
  ])('gets a task of $name before the form is sent, and is accepted after it', async (...given) => {
    const [vendor, , field] = given
    const page = await openForm(...given)
    const early = await filledIn(page, `form [name="${field}"]`)
    expect(await dialogOf(page).count()).toBe(0)
    expect(await verify(vendor, early, review)).toMatchObject(TASK_MISSING)

    await page.click('#send')
    await sentenceIn(page)
    await page.keyboard.press('Escape')
    await dialogOf(page).waitFor({ state: 'detached' })
    expect(await page.locator('output').textContent()).toBe('')

    await page.click('#send')
    await typeLikeAPerson(page, await sentenceIn(page))
    await page.keyboard.press('Enter')
    await page.waitForFunction(() => document.querySelector('output')?.textContent)
    const [response = '', ...more] = (await page.locator('output').textContent())?.trim().split(' ') ?? []
    expect(more).toEqual([])
    expect(await verify(vendor, response, review)).toMatchObject({ success: true, 'error-codes': [] })
    expect(await verify(vendor, response, review)).toMatchObject({ success: false })
    await page.close()
  })

  it('gets a task from execute in reply to a click, and none while the page loads', async () => {
    const page = await open(
      `<script src="${RECAPTCHA.scriptPath}?render=SITEKEY"></script><button>Send</button>
       <script>
         const send = () => grecaptcha.execute('SITEKEY', { action: 'login' })
         grecaptcha.ready(() => send().then((response) => { window.early = response }))
         document.querySelector('button').onclick = () => send().then((response) => { window.late = response })
       </script>`,
      review,
    )
    await page.waitForFunction(() => 'early' in window)
    expect(await dialogOf(page).count()).toBe(0)
    await page.click('button')
    await typeLikeAPerson(page, await sentenceIn(page))
    await page.keyboard.press('Enter')
    await page.waitForFunction(() => 'late' in window)
    const late = await page.evaluate(() => (window as never as { late: string }).late)
    expect(await verify(RECAPTCHA, late, review)).toMatchObject({ success: true, action: 'login' })
    await page.close()
  })

  it('sends the form at once when the service cannot be reached', async () => {
    const page = await openForm(RECAPTCHA, 'g-recaptcha', 'g-recaptcha-response')
    await page.route('**/i/v1/**', (route) => route.abort())
    await page.click('#send')
    await page.waitForFunction(() => document.querySelector('output')?.textContent)
    expect(await dialogOf(page).count()).toBe(0)
    await page.close()
  })
})
