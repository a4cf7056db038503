/** Turns scored recordings into figures: detections, false positives and their intervals. */
import type { SessionCheckName } from '../../src/contract/checks.ts'
import { type Share, shareOf } from '../../tools/wilson.ts'
import { ALL_CHECKS, type ScoredRecording } from './score_recording.ts'

export interface GroupFigures {
  readonly recordings: number
  readonly at50: Share
  readonly at70: Share
  readonly highest: number
}

export interface CheckFigures {
  /** As a share of the recordings on which the check did not return `Unknown`. */
  readonly detected: Share
  readonly unknown: number
}

export interface Figures {
  readonly people: GroupFigures
  readonly peopleBySet: Readonly<Record<string, GroupFigures>>
  readonly peopleByInput: Readonly<Record<string, GroupFigures>>
  readonly peopleByDevice: Readonly<Record<string, GroupFigures>>
  readonly personas: GroupFigures
  readonly controls: GroupFigures
  readonly controlsBySource: Readonly<Record<string, GroupFigures>>
  /** Automation stacks in a browser. */
  readonly stacks: GroupFigures
  readonly stacksBySource: Readonly<Record<string, GroupFigures>>
  readonly stacksByFamily: Readonly<Record<string, GroupFigures>>
  readonly missed: readonly { readonly name: string; readonly score: number }[]
  /** Pointer paths and key times of bots, recorded without a browser. */
  readonly trajectories: Readonly<
    Record<string, { readonly agentBehavior: CheckFigures; readonly figures: GroupFigures }>
  >
  readonly checks: Readonly<
    Record<SessionCheckName, Readonly<Record<'people' | 'stacks' | 'controls', CheckFigures>>>
  >
}

const isStack = ({ kind, source }: ScoredRecording): boolean =>
  kind === 'automation' && (source === 'bots' || source === 'lab')

export function figuresOf(scored: readonly ScoredRecording[]): Figures {
  const people = scored.filter(({ kind, source }) => kind === 'person' && source !== 'personas')
  const personas = scored.filter(({ source }) => source === 'personas')
  const controls = scored.filter(({ kind }) => kind === 'control')
  const stacks = scored.filter(isStack)
  const trajectories = scored.filter((one) => one.kind === 'automation' && !isStack(one))
  return {
    people: groupFigures(people),
    peopleBySet: by(people, ({ source }) => source, groupFigures),
    peopleByInput: by(people, ({ input }) => input, groupFigures),
    peopleByDevice: by(people, ({ device }) => device, groupFigures),
    personas: groupFigures(personas),
    controls: groupFigures(controls),
    controlsBySource: by(controls, ({ source }) => source, groupFigures),
    stacks: groupFigures(stacks),
    stacksBySource: by(stacks, ({ source }) => source, groupFigures),
    stacksByFamily: by(stacks, ({ source, family }) => `${source}: ${family}`, groupFigures),
    missed: stacks.filter(({ score }) => score < 70).map(({ name, score }) => ({ name, score })),
    trajectories: by(
      trajectories,
      ({ source, family }) => `${source}: ${family}`,
      (group) => ({ agentBehavior: checkFigures(group, 'agent_behavior'), figures: groupFigures(group) }),
    ),
    checks: Object.fromEntries(
      ALL_CHECKS.map((name) => [
        name,
        {
          people: checkFigures(people, name),
          stacks: checkFigures(stacks, name),
          controls: checkFigures(controls, name),
        },
      ]),
    ) as Figures['checks'],
  }
}

function groupFigures(group: readonly ScoredRecording[]): GroupFigures {
  const from = (least: number): Share =>
    shareOf(group.filter(({ score }) => score >= least).length, group.length)
  return {
    recordings: group.length,
    at50: from(50),
    at70: from(70),
    highest: Math.max(0, ...group.map(({ score }) => score)),
  }
}

function checkFigures(group: readonly ScoredRecording[], name: SessionCheckName): CheckFigures {
  const known = group.filter(({ results }) => results[name] !== 'Unknown')
  const detected = known.filter(({ results }) => results[name] === 'Detected')
  return { detected: shareOf(detected.length, known.length), unknown: group.length - known.length }
}

function by<Result>(
  group: readonly ScoredRecording[],
  key: (one: ScoredRecording) => string,
  summarize: (group: readonly ScoredRecording[]) => Result,
): Record<string, Result> {
  const groups = new Map<string, ScoredRecording[]>()
  for (const one of group) {
    const own = groups.get(key(one)) ?? []
    own.push(one)
    groups.set(key(one), own)
  }
  return Object.fromEntries(
    [...groups].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, own]) => [name, summarize(own)]),
  )
}
