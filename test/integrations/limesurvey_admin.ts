/** The administration of LimeSurvey, as an administrator uses it in a browser. */
import type { Page } from 'playwright-core'
import { ADMIN } from './limesurvey_site.ts'

export interface LimeSurveyAdmin {
  readonly page: Page
  /** Uploads the archive of the plugin and activates it. */
  installPlugin(archive: string): Promise<void>
  openSettings(): Promise<void>
  /** Fills the settings page of the plugin, and returns the message after saving. */
  configure(settings: Readonly<Record<string, string>>): Promise<string>
  /** Downloads the verdicts of a survey from its tools menu. */
  downloadVerdicts(survey: number): Promise<string>
}

export async function openAdmin(page: Page, url: string): Promise<LimeSurveyAdmin> {
  // Notices of a new installation cover the page.
  await page.addLocatorHandler(page.locator('#admin-notification-modal'), () =>
    page.evaluate(() => {
      for (const part of document.querySelectorAll('#admin-notification-modal, .modal-backdrop'))
        part.remove()
    }),
  )
  const open = (route: string) => page.goto(`${url}/index.php?r=${route}`)
  await open('admin/authentication/sa/login')
  await page.fill('[name=user]', ADMIN.name)
  await page.fill('[name=password]', ADMIN.password)
  await page.click('[name=login_submit]')
  await page.getByRole('button', { name: ADMIN.name }).or(page.getByText('Configuration')).first().waitFor()

  const openList = () => open('admin/pluginmanager/sa/index&pageSize=100')
  const openPlugin = async () => {
    await openList()
    await page.locator('td').getByRole('link', { name: 'Byhand', exact: true }).click()
  }
  const openSettings = async () => {
    await openPlugin()
    const tab = page.getByRole('tab', { name: 'Settings' })
    await tab
      .or(page.getByRole('link', { name: 'Settings', exact: true }))
      .first()
      .click()
  }
  return {
    page,
    async installPlugin(archive) {
      await openList()
      await page.click('#plugin-install-button')
      await page.setInputFiles('#the_file', archive)
      await page.getByRole('button', { name: 'Install', exact: true }).click()
      await page.locator('form[action*=installUploadedPlugin] [type=submit]').click()
      await page.getByText('The plugin was successfully installed.').waitFor()
      await openPlugin()
      await page.locator('form[action*=activate] button').click()
      await page.getByText('Plugin was activated.').waitFor()
    },
    openSettings,
    async configure(settings) {
      await openSettings()
      for (const [name, value] of Object.entries(settings)) await page.fill(`[name="${name}"]`, value)
      await page.click('[name=save]')
      return (await page.locator('#notif-container .alert').first().textContent()) ?? ''
    },
    async downloadVerdicts(survey) {
      await open(`surveyAdministration/view&surveyid=${survey}`)
      await page.getByRole('button', { name: 'Tools' }).click()
      const download = page.waitForEvent('download')
      await page.getByText('Byhand verdicts').click()
      const stream = await (await download).createReadStream()
      const chunks: Buffer[] = []
      for await (const chunk of stream) chunks.push(chunk as Buffer)
      return Buffer.concat(chunks).toString('utf8')
    },
  }
}
