/** The docs site shows the lines of the how-to pages with the values of the reader. */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { openDashboard, openUserMenu } from './dashboard_page.ts'

const it = openDashboard()

/** The page as shown, and what its copy buttons copy. */
async function textsOf(page: Page, address: string, path: string): Promise<readonly string[]> {
  await page.goto(`${address}/docs/how-to/${path}/`)
  await page.locator('pre', { hasText: address }).first().waitFor()
  const copied = await page
    .locator('[data-code]')
    .evaluateAll((all) => all.map((button) => (button as HTMLElement).dataset.code).join('\n'))
  return [await page.locator('main').innerText(), copied]
}

it("has the reader's URL, without a request to the API", async ({ anonymous: { page, service } }) => {
  const requests: string[] = []
  page.on('request', (request) => requests.push(new URL(request.url()).pathname))
  for (const text of await textsOf(page, service.address, 'add-the-script')) {
    expect(text).toContain(
      `<script src="${service.address}/byhand.js" data-site-key="bh_pk_…" async></script>`,
    )
    expect(text).not.toContain('byhand.example.org')
  }
  expect(requests.filter((path) => path.startsWith('/v1/'))).toEqual([])
})

it('has the site key of a member, until the logout', async ({ visit }) => {
  const { page, service, workspace } = visit
  await visit.open('/keys', 'Keys and setup')
  for (const text of await textsOf(page, service.address, 'use-the-node-client')) {
    expect(text).toContain(`siteKey: '${workspace.siteKey}'`)
    expect(text).toContain('bh_sk_…')
    expect(text).not.toContain(workspace.secretKey)
  }
  await visit.open('/account', 'Account')
  await openUserMenu(visit.page)
  await visit.button('Log out').first().click()
  await page.getByRole('heading', { name: 'Log in' }).waitFor()
  for (const text of await textsOf(page, service.address, 'use-the-node-client')) {
    expect(text).toContain("siteKey: 'bh_pk_…'")
  }
})
