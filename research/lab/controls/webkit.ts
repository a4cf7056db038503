/** People with WebKitGTK. For evaluation only: no limit and no weight was chosen on these recordings. */
import { WEBKIT } from '../browsers.ts'
import type { Stack } from '../scenario.ts'
import { browsePlainly } from './plain.ts'

export const stacks: readonly Stack[] = [
  {
    name: 'unseen-webkit-plain',
    family: 'control',
    modes: ['headed'],
    times: 2,
    what: 'a person with WebKitGTK',
    needs: [WEBKIT],
    run: (scenario) => browsePlainly(scenario, { window: { browser: 'webkit' } }),
  },
]
