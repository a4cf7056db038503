/** From judged recordings to figures: what was found, whom it wronged, and how sure that is. */
import type { SessionCheckName } from '../../src/contract/checks.ts'
import { ALL_CHECKS, type Judged } from './judge.ts'
import { type Share, shareOf } from './wilson.ts'

export interface GroupFigures {
  readonly recordings: number
  readonly at50: Share
  readonly at70: Share
  readonly highest: number
}

export interface CheckFigures {
  /** Of those recordings on which the check could say anything at all. */
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
  /** Paths and key times of bots, without the browser around them. */
  readonly trajectories: Readonly<
    Record<string, { readonly agentBehavior: CheckFigures; readonly figures: GroupFigures }>
  >
  readonly checks: Readonly<
    Record<SessionCheckName, Readonly<Record<'people' | 'stacks' | 'controls', CheckFigures>>>
  >
}

const isStack = ({ kind, source }: Judged): boolean =>
  kind === 'automation' && (source === 'bots' || source === 'lab')

export function figuresOf(judged: readonly Judged[]): Figures {
  const people = judged.filter(({ kind, source }) => kind === 'person' && source !== 'personas')
  const personas = judged.filter(({ source }) => source === 'personas')
  const controls = judged.filter(({ kind }) => kind === 'control')
  const stacks = judged.filter(isStack)
  const trajectories = judged.filter((one) => one.kind === 'automation' && !isStack(one))
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

function groupFigures(group: readonly Judged[]): GroupFigures {
  const from = (least: number): Share =>
    shareOf(group.filter(({ score }) => score >= least).length, group.length)
  return {
    recordings: group.length,
    at50: from(50),
    at70: from(70),
    highest: Math.max(0, ...group.map(({ score }) => score)),
  }
}

function checkFigures(group: readonly Judged[], name: SessionCheckName): CheckFigures {
  const known = group.filter(({ results }) => results[name] !== 'Unknown')
  const detected = known.filter(({ results }) => results[name] === 'Detected')
  return { detected: shareOf(detected.length, known.length), unknown: group.length - known.length }
}

function by<Result>(
  group: readonly Judged[],
  key: (one: Judged) => string,
  summarise: (group: readonly Judged[]) => Result,
): Record<string, Result> {
  const groups = new Map<string, Judged[]>()
  for (const one of group) {
    const own = groups.get(key(one)) ?? []
    own.push(one)
    groups.set(key(one), own)
  }
  return Object.fromEntries(
    [...groups].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, own]) => [name, summarise(own)]),
  )
}
