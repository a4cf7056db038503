/** The figures as a page that a person can read. */
import type { Figures, GroupFigures } from './figures.ts'
import { ALL_CHECKS } from './judge.ts'
import { describeLeftOut } from './left_out.ts'
import type { ReplayFigures } from './replays.ts'
import type { Speed } from './speed.ts'
import { writeShare } from './wilson.ts'

/** `set aside`: our own data, less what the fits used. `given`: a folder of which nothing is known here. */
export type Origin = 'set aside' | 'given'

export interface Described {
  readonly figures: Figures
  readonly speed: Speed | undefined
  readonly replays: ReplayFigures
}

export function describeFigures({ figures, speed, replays }: Described, origin: Origin): string {
  return [
    '## Sessions',
    '',
    ORIGINS[origin],
    '',
    '### Overall',
    '',
    table(
      ['', 'recordings', 'reach 50', 'reach 70', 'highest'],
      [
        row('people', figures.people),
        row('personas (scripts of people often wronged)', figures.personas),
        ...bySource('controls', figures.controlsBySource),
        ...bySource('automation stacks', figures.stacksBySource),
        row('automation stacks, all', figures.stacks),
      ],
    ),
    '',
    missed(figures),
    '',
    '### People, by set',
    '',
    groups(figures.peopleBySet),
    '',
    '### People, by input and by device',
    '',
    groups({ ...figures.peopleByInput, ...prefixed('on ', figures.peopleByDevice) }),
    '',
    '### Automation, by stack',
    '',
    groups(figures.stacksByFamily),
    '',
    '### Checks',
    '',
    'Detected, of the recordings on which the check could say anything.',
    '',
    table(
      ['check', 'people', 'unknown', 'stacks', 'unknown'],
      ALL_CHECKS.map((name) => {
        const { people, stacks } = figures.checks[name]
        return [
          name,
          writeShare(people.detected),
          `${people.unknown}`,
          writeShare(stacks.detected),
          `${stacks.unknown}`,
        ]
      }),
    ),
    '',
    '### Paths and key times of bots without a browser',
    '',
    'What remains when everything but movement and rhythm is gone: the answer of agent_behavior alone. Recorded by',
    'others, of tasks that are not surveys (circles, sliders, a game); most are too short to be judged.',
    '',
    table(
      ['set: family', 'agent_behavior', 'unknown', 'reach 50'],
      Object.entries(figures.trajectories).map(([name, { agentBehavior, figures: group }]) => [
        name,
        writeShare(agentBehavior.detected),
        `${agentBehavior.unknown}`,
        writeShare(group.at50),
      ]),
    ),
    '',
    '### Kinds that the model of agent_behavior never saw',
    '',
    describeLeftOut(),
    '',
    '### Replays',
    '',
    describeReplays(replays),
    '',
    ...(speed === undefined ? [] : ['### Cost', '', describeSpeed(speed), '']),
    LIMITS,
  ].join('\n')
}

const CONVERTED = `Foreign recordings are converted to batches and go through the same codec, fold and checks as a browser's. Shares
come with their 95 % interval (Wilson).`

const ORIGINS: Readonly<Record<Origin, string>> = {
  given: `Every recording of the folder that was given. Whether any of them was used for fitting is not known here.
${CONVERTED}`,
  'set aside': `Recordings set aside by who made them: neither the model of agent_behavior nor the weights of risk were fitted on
them. ${CONVERTED}

They are not blind in every respect. The thresholds of the rules, the groups and caps of tools/fit/policy.ts, and the
form of the model were chosen with all development recordings in view, these included. Of the model's form, four were
tried (running sum; two, three or four windows together), and its level for typing was lowered once, from 13.5 to 8.0:
one atypical typist among those fitted on had pushed it out of reach. It was then already known that the run
xdotool-human comes to 8.3, so that agent_behavior finds that run is no independent result. A figure free of all this
comes only from a folder that nobody has looked at: \`npm run evaluate -- --data DIR\`.

The recordings of the project's lab (lab/recordings) are nearer to that: no fit reads them, and weights, caps and most
thresholds were set without looking at them. Two were not: that a program's strokes lie on curves to the pixel was
seen on the lab's own imitations (cdp-careful and others), and so was that typists who wait for a release belong into
the fit. Both were then judged by people only: none of them is accused by either. The
limits of a replay were set with all of these in view, people set aside included. The lab's recordings were made on
one machine that was busy with other things, and by the same people as the checks.`,
}

const SOURCES: Readonly<Record<string, string>> = {
  bots: 'recorded by others',
  lab: "recorded by the project's lab with its own script",
}

const row = (name: string, { recordings, at50, at70, highest }: GroupFigures): string[] => [
  name,
  `${recordings}`,
  writeShare(at50),
  writeShare(at70),
  `${highest}`,
]

const bySource = (what: string, all: Readonly<Record<string, GroupFigures>>): string[][] =>
  Object.entries(all).map(([source, group]) => row(`${what}, ${SOURCES[source] ?? source}`, group))

const groups = (all: Readonly<Record<string, GroupFigures>>): string =>
  table(
    ['', 'recordings', 'reach 50', 'reach 70', 'highest'],
    Object.entries(all).map(([name, group]) => row(name, group)),
  )

const prefixed = (
  prefix: string,
  all: Readonly<Record<string, GroupFigures>>,
): Record<string, GroupFigures> =>
  Object.fromEntries(Object.entries(all).map(([name, group]) => [`${prefix}${name}`, group]))

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}

function missed({ missed: runs }: Figures): string {
  if (runs.length === 0) return 'Every run of every stack reached 70.'
  return `Below 70: ${runs.map(({ name, score }) => `${name} (${score})`).join(', ')}.`
}

function describeReplays({ sessions, falseHits, heldTwice, seen }: ReplayFigures): string {
  return [
    `${sessions} sessions of people with enough presses or strokes, each compared with all others as the service does`,
    `it. Taken for a replay although nobody replayed them: ${writeShare(falseHits)}. ${heldTwice} more agree with another`,
    'to the millisecond from beginning to end: their set holds them twice. Some of them played again:',
    '',
    table(
      ['played again', 'seen'],
      Object.entries(seen).map(([name, share]) => [name, writeShare(share)]),
    ),
  ].join('\n')
}

function describeSpeed({ batchBytes, batchMs, sessionMinutes, sessionEvents, sessionMs }: Speed): string {
  return [
    `Decoding, folding, checking and scoring one batch of ${batchBytes} bytes of JSON: ${batchMs} ms.`,
    `A report made from scratch for ${sessionMinutes} minutes of writing (${sessionEvents} events): ${sessionMs} ms.`,
    'Medians, one thread.',
  ].join(' ')
}

const LIMITS = `### What these figures cannot tell

- Automation at the level of the operating system with human-like paths and rhythms leaves no mark in the browser.
  Only agent_behavior sees it, given some 150 keys or some strokes, and alone it never asks for a review: such a session
  is accepted with monitoring.
- Chromium on Wayland gives people's input the marks (times off the system's clock, places between pixels) that drivers
  have on X11. Nobody on Wayland was recorded; by its sources the two marks count once together, and decide nothing.
- Replays are looked for among the sessions of one workspace that were scored before. Noise beyond some 10 ms, another
  speed, or a recording that never passed through this service is not seen as a replay.
- Stacks were recorded on Linux (Chromium, Firefox). Marks of the input channel that were verified there weigh less
  on Windows and macOS, and count for nothing on phones. Touch automation was recorded as desktops that call themselves
  a phone; on real phones most checks of behaviour are Unknown.
- Sets of people carry what their authors recorded. None has key codes, targets of clicks, device signals and
  scrolling with its causes at once, so centered_clicks, jump_scrolling, external_input and the device checks were
  not exercised by these people; the personas exercise them by script.
- vpn and tor answer from lists of addresses; these recordings have no public addresses.
- "Person" is the publisher's word.`
