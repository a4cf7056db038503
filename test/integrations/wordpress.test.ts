/** The WordPress plugin: Debian's WordPress and the current one, and a real browser used by a bot and by native input. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { submitAsPerson } from '../browser/native_person.ts'
import { type RunningService, runService, type TestWorkspace } from '../service/running_service.ts'
import { type LaunchedChromium, launchChromium } from '../setup/browser.ts'
import { ADMIN, startWordPress, type WordPressSite } from './wordpress_site.ts'

const ROOT = join(import.meta.dirname, '../..')

let service: RunningService
let workspace: TestWorkspace
let site: WordPressSite
let chromium: LaunchedChromium

beforeAll(async () => {
  service = await runService({ BYHAND_RATE_SESSIONS_PER_IP: '0', BYHAND_RATE_BATCHES_PER_IP: '0' })
  chromium = await launchChromium()
})
afterAll(async () => {
  await chromium?.close()
  await service?.stop()
})

interface Comment {
  readonly text: string
  readonly approved: string
  readonly verdict: { readonly outcome: string; readonly reason: string; readonly action: string } | ''
}

async function comments(): Promise<Comment[]> {
  return JSON.parse(
    await site.php(`echo json_encode( array_map( fn( $one ) => array( 'text' => $one->comment_content,
      'approved' => $one->comment_approved, 'verdict' => get_comment_meta( (int) $one->comment_ID, 'byhand_verdict', true ) ),
      get_comments( array( 'post_id' => 1, 'author_email' => 'visitor@example.org', 'status' => 'all', 'orderby' => 'comment_ID' ) ) ) );`),
  )
}

const setOptions = (options: Readonly<Record<string, string>>) =>
  site.php(
    `update_option( 'byhand_options', array_merge( byhand_options(), json_decode( '${JSON.stringify(options)}', true ) ) );`,
  )

async function asAdmin<Value>(act: (page: Page) => Promise<Value>): Promise<Value> {
  const page = await chromium.context.newPage()
  await page.goto(`${site.address}/wp-login.php`)
  await page.fill('#user_login', ADMIN.name)
  await page.fill('#user_pass', ADMIN.password)
  await Promise.all([page.waitForURL('**/wp-admin/**'), page.click('#wp-submit')])
  const value = await act(page)
  await chromium.context.clearCookies()
  await page.close()
  return value
}

async function commentByBot(text: string): Promise<{ status: number; body: string }> {
  const page = await chromium.context.newPage()
  await page.goto(`${site.address}/?p=1`)
  await page.waitForFunction(() => window.byhand?.getServiceSessionId())
  await page.fill('#comment', text)
  await page.fill('#author', 'Bot')
  await page.fill('#email', 'visitor@example.org')
  const [response] = await Promise.all([page.waitForNavigation(), page.click('#submit')])
  const body = await page.content()
  await page.close()
  return { status: response?.status() ?? 0, body }
}

describe.each(['installed', 'current'] as const)('WordPress, %s,', (release) => {
  beforeAll(async () => {
    workspace = await service.workspace()
    site = await startWordPress(release)
  })
  afterAll(() => site?.stop())

  if (release === 'current') {
    it('is at least the version that readme and docs name', async () => {
      const readme = readFileSync(join(ROOT, 'integrations/wordpress/byhand/readme.txt'), 'utf8')
      const [, named] = /^Tested up to: (\d+\.\d+)$/m.exec(readme) ?? []
      expect(readFileSync(join(ROOT, 'docs/how-to/use-wordpress.md'), 'utf8')).toContain(
        `and ${named} on PHP`,
      )
      const version = await site.php("echo get_bloginfo( 'version' );")
      const isAtLeast = await site.php(
        `echo version_compare( '${version}', '${named}', '>=' ) ? 'yes' : 'no';`,
      )
      expect(isAtLeast, `tested ${version}, readme ${named}`).toBe('yes')
    })
  }

  it('is set up on its settings page, which never shows the secret', async () => {
    const shown = await asAdmin(async (page) => {
      await page.goto(`${site.address}/wp-admin/options-general.php?page=byhand`)
      await page.fill('#byhand-service', 'not an address')
      await page.fill('#byhand-site_key', workspace.secretKey)
      await page.evaluate(() => document.querySelector('form')?.setAttribute('novalidate', ''))
      await page.click('#submit')
      await page.waitForSelector('.notice-error')
      const faults = await page.locator('.notice-error').allTextContents()
      await page.fill('#byhand-service', `${service.address}/`)
      await page.fill('#byhand-site_key', workspace.siteKey)
      await page.fill('#byhand-secret_key', workspace.secretKey)
      await page.click('#submit')
      await page.waitForSelector('.notice-success')
      return { faults: faults.join(' '), html: await page.content() }
    })
    expect(shown.faults).toContain('must begin with bh_pk_')
    expect(shown.html).not.toContain(workspace.secretKey)
    expect(JSON.parse(await site.php('echo json_encode( byhand_options() );'))).toMatchObject({
      service: service.address,
      site_key: workspace.siteKey,
      secret_key: workspace.secretKey,
      on_bot: 'hold',
      on_invalid: 'refuse',
      on_unavailable: 'accept',
    })
  })

  it('refuses changes of the settings without a nonce or without permission', async () => {
    const body = new URLSearchParams({
      option_page: 'byhand',
      action: 'update',
      'byhand_options[service]': 'https://evil.example',
    })
    const { status } = await fetch(`${site.address}/wp-admin/options.php`, {
      method: 'POST',
      body,
      redirect: 'manual',
    })
    expect(status).toBe(302)
    const forged = await asAdmin((page) =>
      page.request.post(`${site.address}/wp-admin/options.php`, { form: Object.fromEntries(body) }),
    )
    expect(forged.status()).toBe(403)
    expect(await site.php("echo byhand_options()['service'];")).toBe(service.address)
  })

  describe('comments', () => {
    beforeEach(async () => {
      await setOptions({
        on_bot: 'hold',
        on_invalid: 'refuse',
        on_step_up: 'hold',
        on_unavailable: 'accept',
        service: service.address,
      })
    })

    it('of a bot are held, and the list shows why', async () => {
      await commentByBot('Cheap watches, held.')
      expect((await comments())[0]).toMatchObject({
        text: 'Cheap watches, held.',
        approved: '0',
        verdict: { outcome: 'hold', reason: 'checked', action: 'Auto-reject or high-priority review' },
      })
      const cell = await asAdmin(async (page) => {
        await page.goto(`${site.address}/wp-admin/edit-comments.php`)
        return page.locator('#the-comment-list tr').first().locator('td.column-byhand').innerHTML()
      })
      expect(cell).toMatch(
        /<a href="[^"]+\/app\/sessions\/[\w-]{22}".*Held: Auto-reject or high-priority review \(score \d+\)/,
      )
    })

    it('of a bot are refused where the owner wants it', async () => {
      await setOptions({ on_bot: 'refuse' })
      const { status, body } = await commentByBot('Cheap watches, refused.')
      expect([status, body]).toEqual([403, expect.stringContaining('could not be accepted')])
      expect((await comments()).map(({ text }) => text)).not.toContain('Cheap watches, refused.')
    })

    it('of a person are accepted', async () => {
      const { status } = await submitAsPerson(
        site.address,
        '/?p=1',
        'a reader of the shop',
        async (person) => {
          await person.read(1_500)
          await person.click('#comment')
          await person.type('Thank you for this recipe. We baked the bread on Sunday, and it was wonderful.')
          await person.click('#author')
          await person.type('Ann Miller')
          await person.click('#email')
          await person.type('visitor@example.org')
          await person.click('#submit')
        },
      )
      expect(status).toBe(302)
      expect((await comments())[0]).toMatchObject({
        approved: '1',
        verdict: { outcome: 'accept', reason: 'checked' },
      })
    })

    it('without a valid result are refused or held, and so is a result that is sent twice', async () => {
      const post = (comment: string, result?: string) =>
        fetch(`${site.address}/wp-comments-post.php`, {
          method: 'POST',
          redirect: 'manual',
          body: new URLSearchParams({
            comment,
            author: 'Bot',
            email: 'visitor@example.org',
            comment_post_ID: '1',
            ...(result && { 'byhand-result': result }),
          }),
        })
      expect((await post('No browser at all.')).status).toBe(403)
      expect((await post('A forged result.', `bhr1_${'A'.repeat(400)}`)).status).toBe(403)
      expect((await comments()).map(({ text }) => text)).not.toContain('No browser at all.')
      await setOptions({ on_invalid: 'hold' })
      await post('No browser, held.')
      expect((await comments())[0]).toMatchObject({
        approved: '0',
        verdict: { outcome: 'hold', reason: 'missing' },
      })
      const page = await chromium.context.newPage()
      await page.goto(`${site.address}/?p=1`)
      const result = await page.evaluate(() => window.byhand.getSignedResult())
      await page.close()
      await post('The first use.', result)
      await post('The second use.', result)
      const [second, first] = await comments()
      expect([first?.verdict, second?.verdict]).toMatchObject([
        { outcome: 'hold', reason: 'checked', action: 'Auto-reject or high-priority review' },
        { outcome: 'hold', reason: 'invalid' },
      ])
    })

    it.each([
      ['accept', '1'],
      ['hold', '0'],
    ])('follow the setting "%s" while the service cannot be reached', async (on_unavailable, approved) => {
      // The page has the result already; the server cannot verify it.
      await setOptions({ on_unavailable, secret_key: 'bh_sk_revoked' })
      await commentByBot(`The service is down: ${on_unavailable}.`)
      await setOptions({ secret_key: workspace.secretKey })
      expect((await comments())[0]).toMatchObject({
        text: `The service is down: ${on_unavailable}.`,
        approved,
        verdict: { outcome: on_unavailable, reason: 'unavailable' },
      })
    })

    it('show a notice to administrators while the service rejects the key', async () => {
      const notice = () =>
        asAdmin(async (page) => {
          await page.goto(`${site.address}/wp-admin/index.php`)
          return page.locator('.byhand-rejected-key').count()
        })
      await setOptions({ secret_key: 'bh_sk_revoked' })
      await commentByBot('With a revoked key.')
      expect(await notice()).toBe(1)
      await setOptions({ secret_key: workspace.secretKey })
      expect(await notice()).toBe(0)
    })

    it('of moderators are not checked', async () => {
      await asAdmin(async (page) => {
        await page.goto(`${site.address}/?p=1`)
        await page.fill('#comment', 'By the owner.')
        await Promise.all([page.waitForNavigation(), page.click('#submit')])
      })
      expect(
        await site.php(
          "echo get_comments( array( 'user_id' => 1, 'count' => true, 'status' => 'approve' ) );",
        ),
      ).toBe('1')
    })
  })

  describe('registrations', () => {
    const register = async (name: string) => {
      const page = await chromium.context.newPage()
      await page.goto(`${site.address}/wp-login.php?action=register`)
      await page.waitForFunction(() => window.byhand?.getServiceSessionId())
      await page.fill('#user_login', name)
      await page.fill('#user_email', `${name}@example.org`)
      await Promise.all([page.waitForNavigation(), page.click('#wp-submit')])
      const body = await page.content()
      await page.close()
      return body
    }

    it('of a bot are refused by default, or marked, and the list of users shows it', async () => {
      expect(await register('refusedbot')).toContain('could not be accepted')
      expect(await site.php("echo username_exists( 'refusedbot' ) ? 'yes' : 'no';")).toBe('no')
      const post = { user_login: 'curlbot', user_email: 'curlbot@example.org', 'wp-submit': 'Register' }
      const body = new URLSearchParams(post)
      await fetch(`${site.address}/wp-login.php?action=register`, { method: 'POST', body })
      expect(await site.php("echo username_exists( 'curlbot' ) ? 'yes' : 'no';")).toBe('no')
      await setOptions({ on_bot: 'accept', on_step_up: 'accept' })
      await register('markedbot')
      const cell = await asAdmin(async (page) => {
        await page.goto(`${site.address}/wp-admin/users.php?s=markedbot`)
        return page.locator('td.column-byhand').first().textContent()
      })
      expect(cell).toMatch(/^Accepted: .+ \(score \d+\)$/)
    })
  })
})
