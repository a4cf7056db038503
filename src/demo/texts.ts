/** All text of the live demo. */
import type { DemoBotName } from '../contract/live_demo.ts'

export const texts = {
  title: 'Person or bot? See for yourself.',
  promise:
    'Byhand tells people from bots by how they type, move and answer, and explains every result. Open source, on your own server.',
  top: { docs: 'Docs', api: 'API', dashboard: 'Dashboard' },
  /** Figures as in the README. */
  facts: [
    ['390 of 432', 'automated runs detected in our lab', 'benchmarks/lab'],
    ['0 of 312', 'simulated people flagged', 'benchmarks/lab'],
    [
      'No puzzle',
      'for visitors; text is recorded only in survey fields that you mark',
      'explanation/privacy',
    ],
  ],
  tryIt: 'Try it',
  who: 'Who fills in the form?',
  you: 'You',
  bots: {
    'stealth-naive': {
      name: 'Bot in disguise',
      about:
        'Puppeteer with a stealth plugin. The pointer jumps, and the keys come at the pace of a program.',
    },
    'stealth-human': {
      name: 'Bot that imitates people',
      about: 'Puppeteer with a stealth plugin, and with curved pointer paths, pauses and typing mistakes.',
    },
    'hardened-xdotool': {
      name: 'Bot that we miss',
      about:
        'xdotool, which sends input through the operating system, with the pace of a person. Byhand does not detect it.',
    },
  } satisfies Record<DemoBotName, { readonly name: string; readonly about: string }>,
  recorded: 'Recorded in our lab with the same questions, played back in this form.',
  speed: (times: number) => `Played at ${times.toFixed(1)} times the speed.`,
  again: 'Play it again',
  loading: 'Loading the recording…',
  failed: 'The recording could not be loaded. Try again.',
  questions: {
    q1: 'Think of the last trip you made through town. What went well, and what did not?',
    q2: 'One thing you would change first?',
  },
  textStays: 'The text stays in this browser. Only the rhythm of your typing is sent.',
  way: 'How do you get to work or school most days?',
  ways: ['On foot', 'By bicycle', 'By bus or tram', 'By car'],
  plan: 'What should happen on Saturdays?',
  plans: ['Close the street', 'Close half of it', 'Leave it as it is'],
  send: 'Send my answers',
  sent: 'Nothing was sent: this form is for trying.',
  words: {
    person: 'Person',
    bot: 'Bot',
    unclear: 'Unclear',
    waiting: 'Type a few words…',
  },
  wordHints: {
    person: 'Nothing speaks for a program.',
    bot: 'A program did this.',
    unclear: 'A reviewer would look at this visit.',
    waiting: 'The score appears after a few words.',
    missed: 'Wrong: this was a program. It left at most weak signs, too few to call it a bot.',
  },
  /** On a phone, in place of a reason. */
  wrong: 'Wrong: this was a program',
  rhythm: 'Rhythm: keys above the line, pointer below',
  rhythmOf: (who: string) => `Rhythm of ${who}`,
  noRhythm: 'Your rhythm appears here while you type.',
  noRhythmYet: 'Choose "You" and type to compare.',
  seconds: (count: number) => `${count} s`,
  of100: 'of 100',
  score: 'Risk score',
  reasons: 'Reasons',
  signs: 'Small signs',
  checks: (decided: number, all: number) => `${decided} of ${all} checks had enough data`,
  unreachable: 'The service is not responding. Trying again…',
  ended: 'This demo has ended. Reload the page to start again.',
  setup: {
    title: 'Put it on your site',
    script: 'Add one line to your pages:',
    scriptName: 'Script tag',
    report: 'Read the same score and reasons on your server:',
    reportName: 'Request',
    button: 'Get your keys',
    hint: 'Log in with the link that the service printed at its first start.',
  },
  dashboard: {
    title: 'See every visit',
    lead: 'Scores, reasons, replays and survey answers, with a queue for the uncertain ones.',
    picture: 'The overview of the dashboard with sample data: visits over time, pages, countries and reasons',
    button: 'Open the dashboard',
  },
  foot: 'Apache License 2.0. Runs on Node with SQLite or PostgreSQL, and contacts no other host.',
} as const
