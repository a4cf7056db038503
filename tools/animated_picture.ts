/** Creates the animated picture of the README: replays of two sessions in the dashboard, side by side. */
import type { Page } from 'playwright-core'
import sharp from 'sharp'

const WIDTH = 600
const GAP = 24
const FRAMES = 36
const FRAME_MS = 130
/** Long enough to read the result. */
const LAST_FRAME_MS = 3_000
const BACKGROUND = '#f7f6f3'

export interface ReplayedSession {
  readonly title: string
  /** The page's path in the dashboard. */
  readonly url: string
}

export async function animateSessions(
  page: Page,
  sessions: readonly ReplayedSession[],
  file: string,
): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize({ width: WIDTH, height: 1_600 })
  const columns: Buffer[][] = []
  for (const session of sessions) columns.push(await takeReplay(page, session))
  const frames = await Promise.all(
    Array.from({ length: FRAMES }, (_, index) =>
      sideBySide(columns.map((frames) => frames[index] as Buffer)),
    ),
  )
  const delay = frames.map((_, index) => (index === FRAMES - 1 ? LAST_FRAME_MS : FRAME_MS))
  await sharp(frames, { join: { animated: true } })
    .webp({ quality: 75, effort: 4, loop: 0, delay })
    .toFile(file)
}

/** Captures score, reasons and replay at evenly spaced times of the session. */
async function takeReplay(page: Page, { url, title }: ReplayedSession): Promise<Buffer[]> {
  await page.goto('about:blank')
  await page.goto(url)
  const slider = page.getByRole('slider', { name: 'Position' }).first()
  await slider.waitFor()
  await page.waitForLoadState('networkidle')
  await page.evaluate(simplify, title)
  const durationMs = Number(await slider.getAttribute('max'))
  const cards = page.locator('main .card')
  const frames: Buffer[] = []
  for (let index = 0; index < FRAMES; index++) {
    await slider.fill(String(Math.floor((durationMs * index) / (FRAMES - 1) / 10) * 10))
    const [first, second] = [await cards.nth(0).boundingBox(), await cards.nth(1).boundingBox()]
    if (first === null || second === null) throw new Error('the session page shows no replay')
    const clip = { x: 0, y: first.y - 8, width: WIDTH, height: second.y + second.height - first.y + 16 }
    frames.push(await page.screenshot({ clip }))
  }
  return frames
}

/** Runs in the page: adds a title, hides what the picture does not need, and gives both sessions the same height. */
function simplify(title: string): void {
  const heading = document.createElement('h2')
  heading.textContent = title
  document.querySelector('main .card')?.prepend(heading)
  const restyle = (selector: string, style: Partial<CSSStyleDeclaration>) => {
    for (const element of document.querySelectorAll<HTMLElement>(selector))
      Object.assign(element.style, style)
  }
  restyle('.labels, .replay-log', { display: 'none' })
  // The slider must stay usable.
  restyle('.player', { position: 'fixed', bottom: '0', opacity: '0' })
  restyle('.stage svg', { height: '17rem' })
  restyle('.recent-keys', { height: '2.6rem', overflow: 'hidden', flexWrap: 'nowrap' })
}

/** One frame. */
async function sideBySide(pictures: readonly Buffer[]): Promise<Buffer> {
  const heights = await Promise.all(pictures.map(async (picture) => (await sharp(picture).metadata()).height))
  const width = pictures.length * (WIDTH + GAP) - GAP
  return sharp({ create: { width, height: Math.max(...heights), channels: 3, background: BACKGROUND } })
    .composite(pictures.map((input, index) => ({ input, left: index * (WIDTH + GAP), top: 0 })))
    .png()
    .toBuffer()
}
