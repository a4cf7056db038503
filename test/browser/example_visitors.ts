/** Visitors of the form of the examples: a bot, and a client without a browser. */
import type { LaunchedChromium } from '../setup/browser.ts'
import type { Answered } from './native_person.ts'

export async function submitAsBot({ context }: LaunchedChromium, url: string): Promise<number> {
  const page = await context.newPage()
  await page.goto(url)
  await page.fill('#name', 'Ann Miller')
  await page.fill('#about', 'I bake bread on Sundays.')
  // On a busy machine, the service would otherwise answer too late for the form, which then asks for another step.
  await page.evaluate(() => window.byhand.flush())
  const [response] = await Promise.all([page.waitForResponse('**/signup'), page.click('#send')])
  // A page that closes before the response is shown may never report that it closed.
  await page.waitForURL('**/signup')
  await page.close()
  return response.status()
}

export async function submitWithoutBrowser(url: string, result?: string): Promise<Answered> {
  const response = await fetch(`${url}/signup`, {
    method: 'POST',
    body: new URLSearchParams({
      name: 'Ann Miller',
      about: 'I bake bread on Sundays.',
      ...(result && { 'byhand-result': result }),
    }),
  })
  return { status: response.status, text: await response.text() }
}
