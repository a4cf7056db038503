/** Results of the typing checks on histories of people, of scripts and of the lab's recordings. */
import { join } from 'node:path'
import type { ChangeEntry } from '../../../src/contract/survey.ts'
import { type Share, shareOf } from '../../../tools/wilson.ts'
import { rowsIn, textOf } from '../../text/data.ts'
import { pickFrom } from '../survey/answer_sets.ts'
import { aidedHistories } from './aids.ts'
import { failedTyping, isOfV012, TYPING_CHECKS, type TypingCheckName } from './analyze_history.ts'
import { type LabAnswer, labAnswers } from './lab.ts'
import { type PersonHistory, peopleIn } from './people.ts'
import { type Manner, PRETENDERS, SCRIPTS, type Script, scripted } from './scripts.ts'

export interface PeopleFigures {
  readonly any: Share
  readonly checks: Readonly<Record<TypingCheckName, Share>>
}

export interface ScriptFigures {
  readonly manner: Manner
  /** By any typing check of v021, and of v012. */
  readonly v021: Share
  readonly v012: Share
}

/** People who use an aid and are flagged by any typing check, by whether the history says how the text was entered. */
export interface AidFigures {
  readonly marked: Share
  readonly unmarked: Share
}

export interface TypingFigures {
  readonly people: Readonly<Record<string, PeopleFigures>>
  readonly aids: Readonly<Record<string, AidFigures>>
  /** By manner; cadences also by length. */
  readonly manners: Readonly<Record<string, Omit<ScriptFigures, 'manner'>>>
  readonly scripts: Readonly<Record<string, ScriptFigures>>
  readonly pretenders: Readonly<Record<string, ScriptFigures>>
  readonly lab: {
    readonly automation: Share
    readonly missed: readonly string[]
    readonly controls: Share
    readonly controlsFlagged: readonly string[]
  }
}

const PER_SCRIPT = 150
/** Number of real answers that scripts enter. */
const LEAST_TEXT_CHARS = 30
const MOST_TEXT_CHARS = 400
/** Longer answers have enough keys for every cadence rule. */
const LONG_CHARS = 120

/** `isOwn`: includes the lab's recordings, which belong to this project and not to a given folder. */
export function typingFigures(folder: string, all: boolean, isOwn: boolean): TypingFigures {
  const histories = [...peopleIn(folder, all)]
  const people = Map.groupBy(
    histories.map(({ set, text, history }) => ({ set, failed: failedTyping(text, history) })),
    ({ set }) => set,
  )
  const texts = rowsIn(join(folder, 'text', 'survey_human'))
    .map((row) => textOf(row, 'text').trim())
    .filter((text) => text.length >= LEAST_TEXT_CHARS && text.length <= MOST_TEXT_CHARS)
  const scripts = [...scripted(SCRIPTS, texts, PER_SCRIPT)].map(analyzed)
  const lab = isOwn ? [...labAnswers()] : []
  return {
    people: Object.fromEntries([...people].map(([set, own]) => [set, peopleFigures(own)])),
    aids: aidFigures(pickFrom(histories, AIDED_PEOPLE)),
    manners: byManner(scripts),
    scripts: byScript(scripts),
    pretenders: byScript([...scripted(PRETENDERS, texts, PER_SCRIPT)].map(analyzed)),
    lab: labFigures(lab),
  }
}

const AIDED_PEOPLE = 600

function aidFigures(people: readonly PersonHistory[]): TypingFigures['aids'] {
  const analyzed = [...aidedHistories(people)].map(({ aid, isMarked, text, history }) => ({
    aid,
    isMarked,
    isFlagged: failedTyping(text, history).size > 0,
  }))
  const shareIn = (own: readonly (typeof analyzed)[number][]): Share =>
    shareOf(own.filter(({ isFlagged }) => isFlagged).length, own.length)
  return Object.fromEntries(
    [...Map.groupBy(analyzed, ({ aid }) => aid.name)].map(([name, own]) => [
      name,
      {
        marked: shareIn(own.filter(({ isMarked }) => isMarked)),
        unmarked: shareIn(own.filter(({ isMarked }) => !isMarked)),
      },
    ]),
  )
}

function peopleFigures(own: readonly { readonly failed: ReadonlySet<TypingCheckName> }[]): PeopleFigures {
  return {
    any: shareOf(own.filter(({ failed }) => failed.size > 0).length, own.length),
    checks: Object.fromEntries(
      TYPING_CHECKS.map(({ name }) => [
        name,
        shareOf(own.filter(({ failed }) => failed.has(name)).length, own.length),
      ]),
    ) as PeopleFigures['checks'],
  }
}

function byManner(all: readonly AnalyzedScript[]): TypingFigures['manners'] {
  const of = (manner: Manner) => all.filter(({ script }) => script.manner === manner)
  const transcribed = of('transcribed by script')
  return {
    pasted: sharesOf(of('pasted')),
    programmatic: sharesOf(of('programmatic')),
    'transcribed by script': sharesOf(transcribed),
    'the same, 120 characters or more': sharesOf(transcribed.filter(({ chars }) => chars >= LONG_CHARS)),
  }
}

interface AnalyzedScript {
  readonly script: Script
  readonly chars: number
  readonly v021: boolean
  readonly v012: boolean
}

function analyzed({
  script,
  text,
  history,
}: {
  readonly script: Script
  readonly text: string
  readonly history: readonly ChangeEntry[]
}): AnalyzedScript {
  const failed = [...failedTyping(text, history)]
  return {
    script,
    chars: text.length,
    v021: failed.some((name) => !isOfV012(name)),
    v012: failed.some(isOfV012),
  }
}

const sharesOf = (own: readonly AnalyzedScript[]): Omit<ScriptFigures, 'manner'> => ({
  v021: shareOf(own.filter(({ v021 }) => v021).length, own.length),
  v012: shareOf(own.filter(({ v012 }) => v012).length, own.length),
})

function byScript(all: readonly AnalyzedScript[]): Record<string, ScriptFigures> {
  const groups = Map.groupBy(all, ({ script }) => script)
  return Object.fromEntries(
    [...groups].map(([script, own]) => [script.name, { manner: script.manner, ...sharesOf(own) }]),
  )
}

function labFigures(answers: readonly LabAnswer[]): TypingFigures['lab'] {
  const automation = answers.filter(({ kind }) => kind === 'automation')
  const controls = answers.filter(({ kind }) => kind === 'control')
  const missed = automation.filter(({ failed }) => failed.size === 0)
  const flagged = controls.filter(({ failed }) => failed.size > 0)
  return {
    automation: shareOf(automation.length - missed.length, automation.length),
    missed: missed.map(({ name }) => name),
    controls: shareOf(flagged.length, controls.length),
    controlsFlagged: flagged.map(({ name, failed }) => `${name} (${[...failed].join(', ')})`),
  }
}
