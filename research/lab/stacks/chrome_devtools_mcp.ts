/** A browser for language models: Chrome's own MCP server, with pauses for the model's thinking time. */
import { CHROMIUM } from '../browsers.ts'
import { openMcp } from '../drivers/mcp.ts'
import { type Scenario, type Stack, sleep, type Target } from '../scenario.ts'

const run =
  (typed: boolean) =>
  async (scenario: Scenario): Promise<void> => {
    const { answers, names, random } = scenario
    const mcp = await openMcp(
      'chrome-devtools-mcp/build/src/bin/chrome-devtools-mcp.js',
      [
        '--executablePath',
        CHROMIUM,
        '--userDataDir',
        scenario.profile,
        '--no-usage-statistics',
        '--no-performance-crux',
        ...scenario.flags.map((flag) => `--chromeArg=${flag}`),
        ...(scenario.mode === 'headless' ? ['--headless'] : []),
      ],
      scenario.env,
    )
    try {
      const [, id] = /^(\d+):/m.exec(await mcp.call('list_pages', {})) ?? []
      const pageId = Number(id)
      await mcp.call('navigate_page', { pageId, type: 'url', url: scenario.url })
      const uidOf = async (target: Target): Promise<string> => {
        await sleep(random.about(1100, 0.4))
        const snapshot = await mcp.call('take_snapshot', { pageId })
        const line = snapshot
          .split('\n')
          .find((text) => text.includes(`"${names[target]}`) && /\b(textbox|radio|button)\b/.test(text))
        const [, uid] = /uid=(\S+)/.exec(line ?? '') ?? []
        if (uid === undefined) throw new Error(`${names[target]} is not in the snapshot: ${snapshot}`)
        return uid
      }
      const click = async (target: Target) => mcp.call('click', { pageId, uid: await uidOf(target) })
      const enter = async (target: Target, text: string): Promise<void> => {
        if (typed) {
          await click(target)
          await mcp.call('type_text', { pageId, text })
        } else await mcp.call('fill', { pageId, uid: await uidOf(target), value: text })
      }
      await enter('first', answers.first)
      await click('choice')
      await mcp.call('press_key', { pageId, key: 'PageDown' })
      await click('otherChoice')
      await enter('second', answers.second)
      await click('submit')
      await scenario.finished()
    } finally {
      await mcp.close()
    }
  }

export const stacks: readonly Stack[] = [
  {
    name: 'chrome-devtools-mcp',
    family: 'agent',
    modes: ['headless', 'headed'],
    what: '`fill` and `click` on elements from the accessibility tree',
    run: run(false),
  },
  {
    name: 'chrome-devtools-mcp-typed',
    family: 'agent',
    modes: ['headed'],
    what: '`click` and `type_text`',
    run: run(true),
  },
]
