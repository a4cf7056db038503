/** The figures of sessions as tables. */

import { type Cell, cellOf, type Table } from '../../tools/tables.ts'
import type { CheckFigures, Figures, GroupFigures } from './figures.ts'
import type { ReplayFigures } from './replays.ts'
import { ALL_CHECKS } from './score_recording.ts'
import type { Speed } from './speed.ts'

export interface Described {
  readonly figures: Figures
  readonly speed: Speed | undefined
  readonly replays: ReplayFigures
}

const GROUP_HEAD = ['', 'recordings', 'score 50 or more', 'score 70 or more', 'highest score']

export function sessionTables({ figures, speed, replays }: Described): Table[] {
  return [
    {
      id: 'overall',
      title: 'Scores, overall',
      head: GROUP_HEAD,
      rows: [
        row('people', figures.people),
        row('scripts that imitate people whom detectors often flag by mistake', figures.personas),
        ...bySource('simulated people', figures.controlsBySource),
        ...bySource('automation', figures.stacksBySource),
        row('automation, all', figures.stacks),
      ],
    },
    groupTable('people-by-set', 'People, by data set', figures.peopleBySet),
    groupTable('people-by-input', 'People, by input and by device', {
      ...figures.peopleByInput,
      ...named(DEVICES, figures.peopleByDevice),
    }),
    groupTable('automation-by-tool', 'Automation, by tool', figures.stacksByFamily),
    {
      id: 'missed',
      title: 'Automation below 70',
      head: ['run', 'score'],
      rows: figures.missed.map(({ name, score }) => [name, score]),
    },
    {
      id: 'checks',
      title: 'Session checks',
      note: 'Detection rate among recordings with a result.',
      head: ['check', 'people', '`Unknown`', 'automation', '`Unknown`'],
      rows: ALL_CHECKS.map((name) => {
        const { people, stacks } = figures.checks[name]
        return [name, cellOf(people.detected), people.unknown, cellOf(stacks.detected), stacks.unknown]
      }),
    },
    {
      id: 'paths',
      title: 'Paths and key times of bots without a browser',
      note: 'Movement and rhythm only, recorded by other projects on tasks that are not surveys. Most are too short for a result.',
      head: ['set: family', 'agent_behavior', '`Unknown`', 'score 50 or more'],
      rows: Object.entries(figures.trajectories).map(([name, { agentBehavior, figures: group }]) => [
        name,
        cellOf(agentBehavior.detected),
        agentBehavior.unknown,
        cellOf(group.at50),
      ]),
    },
    replayTable(replays),
    ...(speed === undefined ? [] : [speedTable(speed)]),
  ]
}

/** These checks use address lists and are measured against those lists. */
const MEASURED_ELSEWHERE: ReadonlySet<string> = new Set(['vpn', 'tor'])

/** One table for the page of each session check. */
export const checkTables = ({ checks }: Figures): Table[] =>
  ALL_CHECKS.filter((check) => !MEASURED_ELSEWHERE.has(check)).map((name) => {
    const { people, stacks, controls } = checks[name]
    const rowOf = (who: string, { detected, unknown }: CheckFigures): Cell[] => [
      who,
      cellOf(detected),
      unknown,
    ]
    return {
      id: name,
      title: name,
      note: 'Recordings held out from every fit. Rule thresholds were tuned on them, so the rates may be optimistic.',
      head: ['recordings of', 'detected, of those with a result', '`Unknown`'],
      rows: [
        rowOf('people', people),
        rowOf('automation tools in a browser', stacks),
        rowOf('simulated people', controls),
      ],
    }
  })

const SOURCES: Readonly<Record<string, string>> = {
  bots: 'recorded by others',
  lab: "recorded by the project's lab with the browser script",
}

const row = (name: string, { recordings, at50, at70, highest }: GroupFigures): Cell[] => [
  name,
  recordings,
  cellOf(at50),
  cellOf(at70),
  highest,
]

const bySource = (what: string, all: Readonly<Record<string, GroupFigures>>): Cell[][] =>
  Object.entries(all).map(([source, group]) => row(`${what}, ${SOURCES[source] ?? source}`, group))

const groupTable = (id: string, title: string, all: Readonly<Record<string, GroupFigures>>): Table => ({
  id,
  title,
  head: GROUP_HEAD,
  rows: Object.entries(all).map(([name, group]) => row(name, group)),
})

const DEVICES: Readonly<Record<string, string>> = {
  desktop: 'on a desktop',
  phone: 'on a phone',
  remote: 'on a remote desktop',
}

const named = (
  names: Readonly<Record<string, string>>,
  all: Readonly<Record<string, GroupFigures>>,
): Record<string, GroupFigures> =>
  Object.fromEntries(Object.entries(all).map(([name, group]) => [names[name] ?? name, group]))

const replayTable = ({ sessions, falseHits, heldTwice, seen }: ReplayFigures): Table => ({
  id: 'replays',
  title: 'Replays',
  note: `${sessions} sessions of people, each compared with all others as in the service. ${heldTwice} more sessions match another to the millisecond, because their data set contains them twice.`,
  head: ['sessions', 'classified as a replay'],
  rows: [
    ['people, not replayed', cellOf(falseHits)],
    ...Object.entries(seen).map(([name, share]): Cell[] => [`replayed: ${name}`, cellOf(share)]),
  ],
})

const speedTable = ({ batchBytes, batchMs, sessionMinutes, sessionEvents, sessionMs }: Speed): Table => ({
  id: 'cost',
  title: 'Cost',
  note: 'Medians on one thread: decoding, feature extraction, checks and scoring.',
  head: ['what', 'ms'],
  rows: [
    [`one batch of ${batchBytes} bytes of JSON`, `${batchMs}`],
    [
      `a report from scratch for ${sessionMinutes} minutes of writing (${sessionEvents} events)`,
      `${sessionMs}`,
    ],
  ],
})
