/** The pages that stacks drive, described so that stacks need no knowledge of them. */
import type { Targets } from '../scenario.ts'

export interface DrivenPage {
  readonly path: string
  readonly targets: Targets
  /** The beginnings of the elements' accessible names. */
  readonly names: Targets
}

export const PAGES = {
  /** A page on another origin than the service, with the script tag. */
  survey: {
    path: '/',
    targets: {
      first: '#q1',
      choice: '#way-bike',
      otherChoice: '#plan-half',
      second: '#q2',
      submit: '#send',
    },
    names: {
      first: 'Think of the last trip',
      choice: 'By bicycle',
      otherChoice: 'Close half of it',
      second: 'One thing you would change',
      submit: 'Send my answers',
    },
  },
  /** A longer survey, which scrolls. */
  demo: {
    path: '/demo',
    targets: {
      first: '#q1',
      choice: 'input[name="q2"][value="2"]',
      otherChoice: 'input[name="q8"][value="perhaps"]',
      second: '#q9',
      submit: '#send',
    },
    names: {
      first: '1. What do you like',
      choice: 'One to five years',
      otherChoice: 'Perhaps',
      second: '9. What is the place called',
      submit: 'Send my answers',
    },
  },
} as const satisfies Record<string, DrivenPage>

export type PageName = keyof typeof PAGES
