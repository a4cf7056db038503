/** What the typing checks say of people's histories and of scripts'. */
import { join } from 'node:path'
import { analyse, type SurveyCheckName } from '../../../src/checks/survey/analyse.ts'
import type { ChangeEntry } from '../../../src/contract/survey.ts'
import { rowsIn, textOf } from '../../text/data.ts'
import { type Share, shareOf } from '../wilson.ts'
import { peopleIn } from './people.ts'
import { type Manner, PRETENDERS, SCRIPTS, type Script, scripted } from './scripts.ts'

export const TYPING_CHECKS = [
  'Partial pasting',
  'Programmatic entry',
  'Response pasted',
  'Unnatural typing',
  'Text chunking',
  'Unnatural typing speed',
  'Unnatural pausing',
] as const satisfies readonly SurveyCheckName[]
export type TypingCheckName = (typeof TYPING_CHECKS)[number]

export interface PeopleFigures {
  readonly histories: number
  readonly any: Share
  readonly checks: Readonly<Record<TypingCheckName, number>>
}

export interface ScriptFigures {
  readonly manner: Manner
  /** By any typing check of v021, and of v012. */
  readonly v021: Share
  readonly v012: Share
}

export interface TypingFigures {
  readonly people: Readonly<Record<string, PeopleFigures>>
  readonly scripts: Readonly<Record<string, ScriptFigures>>
  readonly manners: Readonly<Record<Manner, Share>>
  readonly pretenders: Readonly<Record<string, ScriptFigures>>
}

const PER_SCRIPT = 150

export function typingFigures(folder: string, all: boolean): TypingFigures {
  const people = new Map<string, { any: number; of: number; checks: Map<TypingCheckName, number> }>()
  for (const { set, text, history } of peopleIn(folder, all)) {
    const figures = people.get(set) ?? { any: 0, of: 0, checks: new Map() }
    people.set(set, figures)
    const failed = failedOf(text, history)
    figures.of++
    if (failed.size > 0) figures.any++
    for (const name of failed) figures.checks.set(name, (figures.checks.get(name) ?? 0) + 1)
  }
  const texts = rowsIn(join(folder, 'text', 'survey_human'))
    .map((row) => textOf(row, 'text').trim())
    .filter((text) => text.length >= 30 && text.length <= 400)
  const scripts = [...scripted(SCRIPTS, texts, PER_SCRIPT)].map(judged)
  return {
    people: Object.fromEntries(
      [...people].map(([set, { any, of, checks }]) => [
        set,
        {
          histories: of,
          any: shareOf(any, of),
          checks: Object.fromEntries(checks) as PeopleFigures['checks'],
        },
      ]),
    ),
    scripts: byScript(scripts),
    manners: Object.fromEntries(
      (['pasted', 'programmatic', 'transcribed by script'] as const).map((manner) => {
        const own = scripts.filter(({ script }) => script.manner === manner)
        return [manner, shareOf(own.filter(({ v021, v012 }) => v021 && v012).length, own.length)]
      }),
    ) as TypingFigures['manners'],
    pretenders: byScript([...scripted(PRETENDERS, texts, PER_SCRIPT)].map(judged)),
  }
}

interface JudgedScript {
  readonly script: Script
  readonly v021: boolean
  readonly v012: boolean
}

const V012: ReadonlySet<TypingCheckName> = new Set([
  'Text chunking',
  'Unnatural typing speed',
  'Unnatural pausing',
])

function judged({
  script,
  text,
  history,
}: {
  script: Script
  text: string
  history: readonly ChangeEntry[]
}) {
  const failed = [...failedOf(text, history)]
  return {
    script,
    v021: failed.some((name) => !V012.has(name)),
    v012: failed.some((name) => V012.has(name)),
  }
}

function byScript(all: readonly JudgedScript[]): Record<string, ScriptFigures> {
  const groups = Map.groupBy(all, ({ script }) => script)
  return Object.fromEntries(
    [...groups].map(([script, own]) => [
      script.name,
      {
        manner: script.manner,
        v021: shareOf(own.filter(({ v021 }) => v021).length, own.length),
        v012: shareOf(own.filter(({ v012 }) => v012).length, own.length),
      },
    ]),
  )
}

/** Of both versions. */
function failedOf(text: string, history: readonly ChangeEntry[]): Set<TypingCheckName> {
  const answer = { questionId: 'q', question: '', answer: text, history, marks: null, learnt: null }
  const failed = new Set<TypingCheckName>()
  for (const version of ['v021', 'v012'] as const) {
    const [found] = analyse({ version, answers: [answer], lowEffortThreshold: 0 }, (check, error) => {
      throw new Error(`${check} failed`, { cause: error })
    })
    for (const name of TYPING_CHECKS) {
      if (found?.outcomes.get(name)?.result === 'Detected') failed.add(name)
    }
  }
  return failed
}
