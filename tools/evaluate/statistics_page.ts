/** The figures as a Markdown page. */
import type { Figures, GroupFigures } from './figures.ts'
import type { ReplayFigures } from './replays.ts'
import { ALL_CHECKS } from './score_recording.ts'
import type { Speed } from './speed.ts'
import { grouped, writeShare } from './wilson.ts'

/** `held out`: the default data without the recordings used by the fits. `given`: a folder with unknown contents. */
export type Origin = 'held out' | 'given'

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
        row('personas (scripts that imitate people whom detectors often flag by mistake)', figures.personas),
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
    groups({ ...figures.peopleByInput, ...named(DEVICES, figures.peopleByDevice) }),
    '',
    '### Automation, by stack',
    '',
    groups(figures.stacksByFamily),
    '',
    '### Checks',
    '',
    'Detection rate among recordings with a result (`Unknown` excluded).',
    '',
    table(
      ['check', 'people', '`Unknown`', 'stacks', '`Unknown`'],
      ALL_CHECKS.map((name) => {
        const { people, stacks } = figures.checks[name]
        return [
          name,
          writeShare(people.detected),
          grouped(people.unknown),
          writeShare(stacks.detected),
          grouped(stacks.unknown),
        ]
      }),
    ),
    '',
    '### Paths and key times of bots without a browser',
    '',
    'Movement and rhythm only: the result of agent_behavior alone. Recorded by other projects, on tasks that are not surveys',
    '(circles, sliders, a game); most are too short for a result.',
    '',
    table(
      ['set: family', 'agent_behavior', '`Unknown`', 'reach 50'],
      Object.entries(figures.trajectories).map(([name, { agentBehavior, figures: group }]) => [
        name,
        writeShare(agentBehavior.detected),
        grouped(agentBehavior.unknown),
        writeShare(group.at50),
      ]),
    ),
    '',
    '### Replays',
    '',
    describeReplays(replays),
    '',
    ...(speed === undefined ? [] : ['### Cost', '', describeSpeed(speed), '']),
    LIMITS,
  ].join('\n')
}

const CONVERTED = `Recordings of other projects are converted to batches and go through the same code as those of a
browser. Shares come with their 95% interval (Wilson).`

const ORIGINS: Readonly<Record<Origin, string>> = {
  given: `Every recording in the given folder. Whether any of them was used for fitting is not known here.
${CONVERTED}`,
  'held out': `Recordings held out by person: neither the model of agent_behavior nor the risk weights were fitted on them. ${CONVERTED}

The evaluation is not fully blind. The thresholds of the rules, the groups and caps of src/risk/weights.json and the form
of the model were tuned on all development recordings, including these. The form of
the model of agent_behavior is the best of many: see "Simulated behavior" below for how many were compared, and on whom.
For a blind figure, evaluate a folder of new recordings:
\`npm run evaluate -- --data DIR\`.

The recordings of the project's lab (lab/recordings) are closer to blind. No fit reads them, and the weights, caps and
most thresholds were set without looking at them, with three exceptions. The rule about strokes along exact curves was
found on the lab's own imitations (cdp-careful and others). The decisions to fit typists who wait for a key
release, and typists on a machine that stalls, also came from these imitations. The thresholds for replays were set after looking
at all of these recordings, including those of held-out people. The lab's recordings were made on one busy machine, by the authors
of the checks.`,
}

const SOURCES: Readonly<Record<string, string>> = {
  bots: 'recorded by others',
  lab: "recorded by the project's lab with the browser script",
}

const row = (name: string, { recordings, at50, at70, highest }: GroupFigures): string[] => [
  name,
  grouped(recordings),
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
    `${grouped(sessions)} sessions of people with enough presses or strokes, each compared with all others as in the service.`,
    `False positives: ${writeShare(falseHits)}. ${heldTwice} more sessions match another to the`,
    'millisecond, because their data set contains them twice. Some of the sessions, replayed:',
    '',
    table(
      ['replayed', 'detected'],
      Object.entries(seen).map(([name, share]) => [name, writeShare(share)]),
    ),
  ].join('\n')
}

function describeSpeed({ batchBytes, batchMs, sessionMinutes, sessionEvents, sessionMs }: Speed): string {
  return [
    `Decoding, feature extraction, checks and scoring of one batch of ${grouped(batchBytes)} bytes of JSON: ${batchMs} ms.`,
    `A report built from scratch for ${sessionMinutes} minutes of writing (${grouped(sessionEvents)} events): ${sessionMs} ms.`,
    'Medians, one thread.',
  ].join(' ')
}

const LIMITS = `### Limits of these figures

- Automation through the operating system with human-like paths and rhythms leaves no trace in the browser. Only
  agent_behavior detects it, given about 150 keys, or strokes along exact curves. If only typing or only movement is
  unnatural, the session is accepted with monitoring; if both are, it is reviewed.
- Chromium on Wayland gives people's input the traces (timestamps that do not match the system clock, positions
  between pixels) that automation drivers have on X11. The lab recorded native input on Wayland, but no user. The two traces count once
  together, and only with other traces.
- A replay is detected only against sessions of the same workspace that were scored before. Noise above about 10 ms,
  another speed, or a recording that never passed through this service is not detected.
- Stacks were recorded on Linux (Chromium, Firefox). Traces in the input that were verified there count less on
  Windows and macOS, and do not count on phones. Touch automation was recorded on desktops that report themselves as
  phones; on real phones most biometric checks are \`Unknown\`.
- The data sets of people contain what their authors recorded. None contains all of these: key codes, click targets, device
  signals, and scrolling with its causes. So centered_clicks, jump_scrolling, external_input and the device checks were not
  exercised by these people; the personas exercise them by script. [\`byhand record\`](../how-to/record-a-volunteer.md)
  records volunteers who exercise them.
- vpn and tor depend on lists of addresses; these recordings have no public addresses.
- The publishers state that their recordings are of people; we cannot verify it.`
