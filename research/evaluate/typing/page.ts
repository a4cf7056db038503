/** The figures of the typing checks as tables. */
import { type Cell, cellOf, type Table } from '../../../tools/tables.ts'
import { TYPING_CHECKS } from './analyze_history.ts'
import type { ScriptFigures, TypingFigures } from './figures.ts'

const SETS: Readonly<Record<string, string>> = {
  klicke_histories: 'essay writers, the first 300 characters as recorded (klicke_histories)',
  klicke: 'essay writers, histories rebuilt from their edits (klicke)',
  fr_essays: 'students writing French on other keyboard layouts (fr_essays)',
  aalto136m_sample: 'people who copy one sentence each (aalto136m_sample)',
}

export function typingTables({ people, aids, manners, scripts, pretenders, lab }: TypingFigures): Table[] {
  return [
    {
      id: 'people',
      title: 'People flagged by any typing check, and by each',
      head: ['data set', 'any', ...TYPING_CHECKS.map(({ name }) => name)],
      rows: worstFirst(people).map(([set, { any, checks }]) => [
        SETS[set] ?? set,
        cellOf(any),
        ...TYPING_CHECKS.map(({ name }) => checks[name].count),
      ]),
    },
    {
      id: 'aids',
      title: 'People who use an aid, flagged by any typing check',
      note: 'Real histories, changed by rule. With a mark: as our script records the change (`o` in a history). Without: texts only.',
      head: ['aid', 'with a mark', 'without'],
      rows: Object.entries(aids).map(([name, { marked, unmarked }]) => [
        name,
        cellOf(marked),
        cellOf(unmarked),
      ]),
    },
    {
      id: 'manners',
      title: 'Scripts that enter a real answer, by way of entry',
      note: 'Texts have 30 to 400 characters; those typed key by key have at least 60.',
      head: ['way of entry', 'found by a check of v021', 'found by a check of v012'],
      rows: Object.entries(manners).map(([manner, { v021, v012 }]) => [manner, cellOf(v021), cellOf(v012)]),
    },
    scriptsTable('scripts', 'Scripts that enter a real answer', scripts),
    scriptsTable('imitations', 'Scripts that imitate people', pretenders),
    ...(lab.automation.of === 0 ? [] : [labTable(lab)]),
  ]
}

const worstFirst = (people: TypingFigures['people']) =>
  Object.entries(people).toSorted(([, a], [, b]) => b.any.share - a.any.share)

const labTable = ({ automation, missed, controls, controlsFlagged }: TypingFigures['lab']): Table => ({
  id: 'lab',
  title: "The lab's recordings",
  note: 'Answers of at least 60 characters, as the service observed them in a real browser.',
  head: ['recordings', 'flagged', 'exceptions'],
  rows: [
    ['automation', cellOf(automation), `missed: ${missed.join(', ')}`],
    ['simulated people', cellOf(controls), `flagged: ${controlsFlagged.join('; ')}`],
  ],
})

const scriptsTable = (
  id: string,
  title: string,
  scripts: Readonly<Record<string, ScriptFigures>>,
): Table => ({
  id,
  title,
  head: ['script', 'way of entry', 'v021', 'v012'],
  rows: Object.entries(scripts).map(([name, { manner, v021, v012 }]): Cell[] => [
    name,
    manner,
    cellOf(v021),
    cellOf(v012),
  ]),
})
