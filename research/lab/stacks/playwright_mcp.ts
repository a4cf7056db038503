/** A browser for language models: Playwright's MCP server, with pauses for the model's thinking time. */
import { CHROMIUM } from '../browsers.ts'
import { openMcp } from '../drivers/mcp.ts'
import { type Scenario, type Stack, sleep } from '../scenario.ts'

const run =
  (slowly: boolean) =>
  async (scenario: Scenario): Promise<void> => {
    const { answers, targets, random } = scenario
    const mcp = await openMcp(
      '@playwright/mcp/cli.js',
      [
        '--executable-path',
        CHROMIUM,
        '--no-sandbox',
        '--user-data-dir',
        scenario.profile,
        '--output-dir',
        `${scenario.profile}/lab-output`,
        ...(scenario.mode === 'headless' ? ['--headless'] : []),
      ],
      scenario.env,
    )
    const think = () => sleep(random.about(1100, 0.4))
    const click = async (target: string): Promise<void> => {
      await think()
      await mcp.call('browser_click', { element: 'an element', target })
    }
    const type = async (target: string, text: string): Promise<void> => {
      await think()
      await mcp.call('browser_type', { element: 'a field', target, text, slowly })
    }
    try {
      await mcp.call('browser_navigate', { url: scenario.url })
      await mcp.call('browser_snapshot', {})
      await click(targets.first)
      await type(targets.first, answers.first)
      await click(targets.choice)
      await think()
      await mcp.call('browser_press_key', { key: 'PageDown' })
      await click(targets.otherChoice)
      await type(targets.second, answers.second)
      await click(targets.submit)
      await scenario.finished()
      await mcp.call('browser_close', {})
    } finally {
      await mcp.close()
    }
  }

export const stacks: readonly Stack[] = [
  {
    name: 'playwright-mcp',
    family: 'agent',
    modes: ['headless', 'headed'],
    what: '`browser_click` and `browser_type`, which fills at once',
    run: run(false),
  },
  {
    name: 'playwright-mcp-slowly',
    family: 'agent',
    modes: ['headless', 'headed'],
    what: '`browser_type` with `slowly`, one key after the other',
    run: run(true),
  },
]
