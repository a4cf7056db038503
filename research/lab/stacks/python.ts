/**
 * Python libraries, which the lab does not contain: install them beside it. For evaluation only: no limit and no weight
 * was chosen on these recordings.
 */
import { missingLibrary, type PythonOptions, runPython } from '../drivers/python.ts'
import type { Stack } from '../scenario.ts'

const library = (
  name: string,
  module: string,
  install: string,
  program: string,
  what: string,
  options: PythonOptions,
): Stack => ({
  name: `unseen-${name}`,
  family: name.startsWith('browser-use') ? 'unseen-agent' : 'unseen-library',
  modes: ['headed', 'headless'],
  times: 2,
  what,
  missing: () => missingLibrary(module, install),
  run: (scenario) => runPython(scenario, program, options),
})

const NODRIVER = ['nodriver', 'nodriver==0.46.2', 'drive_nodriver.py'] as const
const ZENDRIVER = ['zendriver', 'zendriver==0.16.0', 'drive_nodriver.py'] as const
const PYDOLL = ['pydoll', 'pydoll-python==2.25.0', 'drive_pydoll.py'] as const

export const stacks: readonly Stack[] = [
  library('nodriver', ...NODRIVER, '`click` and `send_keys`', { args: ['nodriver'] }),
  library('nodriver-mouse', ...NODRIVER, '`mouse_move`, `mouse_click` and `send_keys`', {
    args: ['nodriver'],
    style: 'mouse',
  }),
  library('zendriver', ...ZENDRIVER, '`click` and `send_keys`', { args: ['zendriver'] }),
  library('zendriver-mouse', ...ZENDRIVER, '`mouse_move`, `mouse_click` and `send_keys`', {
    args: ['zendriver'],
    style: 'mouse',
  }),
  library('pydoll', ...PYDOLL, '`click` and `type_text`', {}),
  library('pydoll-humanized', ...PYDOLL, 'clicks, typing and scrolling with `humanize=True`', {
    style: 'humanized',
  }),
  library(
    'browser-use',
    'browser_use',
    'browser-use==0.13.8',
    'drive_browser_use.py',
    'an agent with a scripted model that takes 2 to 5 s for each step',
    {},
  ),
]
