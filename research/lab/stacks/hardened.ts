/**
 * Programs written in an afternoon to avoid detection: see drivers/hardened.ts. Limits and weights are chosen on the
 * stacks of this file; those of hardened_judged.ts are for evaluation only.
 */
import { chromium as patchright } from 'patchright-core'
import { withCdp } from '../drivers/cdp.ts'
import { disguiseAs, emulatePhone, LINUX_CHROME } from '../drivers/disguise.ts'
import { answerHardened, modelLatency, type Style } from '../drivers/hardened.ts'
import { type CdpOptions, cdpChannel, playwrightChannel } from '../drivers/hardened_channels.ts'
import { answerNatively } from '../drivers/native_program.ts'
import { answerOnPhone, composeWords } from '../drivers/phone.ts'
import { type Scenario, type Stack, sleep } from '../scenario.ts'
import { type Launcher, withPlaywright } from './playwright.ts'

/** Opens the page over the raw protocol. */
export const overCdp =
  (prepare: (send: Parameters<Parameters<typeof withCdp>[1]>[0]) => Promise<unknown>, act: CdpAct) =>
  (scenario: Scenario) =>
    withCdp(scenario, async (send) => {
      await prepare(send)
      await send('Page.navigate', { url: scenario.url })
      await scenario.layout.until('the page', ({ path }) => path === scenario.path)
      await sleep(800)
      await act(send, scenario)
    })
type CdpAct = (send: Parameters<Parameters<typeof withCdp>[1]>[0], scenario: Scenario) => Promise<void>

export const withStyle =
  (style: Style, options: CdpOptions = {}): CdpAct =>
  (send, scenario) =>
    answerHardened(cdpChannel(send, options), scenario, style)

export const asIs = async (): Promise<void> => {}

/** Milliseconds without a fraction, as a program computes them from `Date.now()`. */
export const wholeMs = (): number => Date.now() / 1000

const LAUNCHER = patchright as unknown as Launcher

export const stacks: readonly Stack[] = [
  {
    name: 'hardened-headless',
    family: 'hardened-headless',
    modes: ['headless'],
    times: 4,
    what: 'headless over the raw protocol, user agent and brands overridden, strokes with tremor',
    run: overCdp((send) => disguiseAs(send, LINUX_CHROME), withStyle({ awaits: true })),
  },
  {
    name: 'hardened-patchright',
    family: 'hardened-library',
    modes: ['headed'],
    times: 4,
    what: 'Patchright with tremor, lognormal typing with slips, and Shift',
    run: (scenario) =>
      withPlaywright(
        scenario,
        (page) => answerHardened(playwrightChannel(page), scenario, { awaits: true }),
        LAUNCHER,
        { viewport: null },
      ),
  },
  {
    name: 'hardened-cdp-times',
    family: 'hardened-cdp',
    modes: ['headed'],
    times: 4,
    what: 'raw protocol with timestamps of whole milliseconds, events not awaited',
    run: overCdp(asIs, withStyle({ awaits: false }, { timestamp: wholeMs, smoothWheel: true })),
  },
  {
    name: 'hardened-phone',
    family: 'hardened-phone',
    modes: ['headed'],
    page: 'survey',
    times: 4,
    what: 'a desktop posing as Android: long taps off the middle, text composed word by word',
    run: overCdp(emulatePhone, (send, scenario) => answerOnPhone(send, scenario, composeWords)),
  },
  {
    name: 'hardened-agent-insert',
    family: 'hardened-agent',
    modes: ['headed'],
    times: 4,
    what: 'Patchright: 3 to 6 s before each action, curved clicks off the middle, text inserted at once',
    run: (scenario) =>
      withPlaywright(
        scenario,
        (page) =>
          answerHardened(playwrightChannel(page), scenario, {
            awaits: true,
            think: modelLatency,
            enter: (text) => page.keyboard.insertText(text),
          }),
        LAUNCHER,
        { viewport: null },
      ),
  },
  {
    name: 'hardened-xdotool',
    family: 'hardened-os-level',
    modes: ['headed'],
    times: 4,
    what: 'xdotool with curves, tremor and lognormal keys that do not overlap',
    run: (scenario) => answerNatively(scenario, 'scripted typist'),
  },
]
