/** A developer who looks at the page as a phone would show it: developer tools with the device toolbar, a mouse for a finger. */
import type { Point } from '../drivers/imitation.ts'
import { openXdotool } from '../drivers/xdotool.ts'
import type { LayoutFeed, PageLayout } from '../pages/layout.ts'
import { type Scenario, type Stack, sleep } from '../scenario.ts'
import { answerByMouse, withPerson } from './plain.ts'

/** Where the toolbar shows the page: only taps tell, because the page believes that it fills the screen. */
interface Frame {
  readonly offset: readonly [number, number]
  readonly scale: number
}

const framed = (layout: LayoutFeed, frame: () => Frame | undefined): LayoutFeed => {
  const move = (seen: PageLayout): PageLayout => ({ ...seen, ...frame() })
  return {
    get latest() {
      return layout.latest && move(layout.latest)
    },
    until: async (what, condition) => move(await layout.until(what, (seen) => condition(move(seen)))),
  }
}

/** Two places on the page in a window of 1800 by 1000 pixels, whatever the toolbar's scale. */
const TAPPED: readonly [Point, Point] = [
  { x: 560, y: 360 },
  { x: 680, y: 560 },
]

async function browseAsPhone(scenario: Scenario): Promise<void> {
  const { layout, random } = scenario
  const input = openXdotool(scenario.env)
  let frame: Frame | undefined
  const tapAt = async ({ x, y }: Point): Promise<Point> => {
    const before = layout.latest?.touched
    await input.run([`mousemove ${x} ${y}`, 'sleep 0.2', 'mousedown 1', 'sleep 0.09', 'mouseup 1'])
    const { touched } = await layout.until('a tap', (seen) => String(seen.touched) !== String(before))
    await sleep(random.between(400, 900))
    const [left, top] = touched as readonly [number, number]
    return { x: left, y: top }
  }
  await withPerson(
    { ...scenario, layout: framed(layout, () => frame) },
    async (person) => {
      await person.wait()
      await person.press('F12')
      await layout.until('less of the page', ({ view: [width] }) => width < 1500)
      await person.pause(2500)
      await person.press('ctrl+shift+m')
      await layout.until('a narrow page', ({ view: [width] }) => width < 700)
      await person.pause(1500)
      await person.press('F5')
      await layout.until('the page again', ({ at }) => at < 3000)
      await person.pause(1500)
      const [from, to] = [await tapAt(TAPPED[0]), await tapAt(TAPPED[1])]
      const scale = (TAPPED[1].y - TAPPED[0].y) / (to.y - from.y)
      frame = { scale, offset: [TAPPED[0].x - from.x * scale, TAPPED[0].y - from.y * scale] }
      await answerByMouse(person, scenario)
    },
    {
      window: { flags: ['--window-size=1800,1000', '--window-position=20,20'] },
      person: { input, at: TAPPED[1] },
    },
  )
}

export const stacks: readonly Stack[] = [
  {
    name: 'device-toolbar',
    family: 'control',
    modes: ['headed'],
    page: 'survey',
    what: "a developer with the device toolbar, which shows the page as a phone's",
    run: browseAsPhone,
  },
]
