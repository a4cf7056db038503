/** The figures of the typing checks as a Markdown page and as a section of each check's page. */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { withMeasured } from '../pages.ts'
import { writeShare } from '../wilson.ts'
import { TYPING_CHECKS } from './analyze_history.ts'
import type { ScriptFigures, TypingFigures } from './figures.ts'

const SETS: Readonly<Record<string, string>> = {
  klicke_histories: 'essay writers, the first 300 characters as recorded (klicke_histories)',
  klicke: 'essay writers, histories rebuilt from their edits (klicke)',
  fr_essays: 'students writing French on other keyboard layouts (fr_essays)',
  aalto136m_sample: 'people who copy one sentence each (aalto136m_sample)',
}

export function describeTyping(figures: TypingFigures, isAside: boolean): string {
  const { people, aids, manners, scripts, pretenders, lab } = figures
  return [
    '## Survey typing',
    '',
    isAside ? ASIDE : 'Every history in the given folder.',
    '',
    '### People flagged by any typing check',
    '',
    table(
      ['set', 'any', ...TYPING_CHECKS.map(({ name }) => name)],
      worstFirst(people).map(([set, { any, checks }]) => [
        SETS[set] ?? set,
        writeShare(any),
        ...TYPING_CHECKS.map(({ name }) => `${checks[name].count}`),
      ]),
    ),
    '',
    'The data set marks some essay writers as having pasted. Writers who pasted more than a fifth of the final text are flagged',
    'as partly pasted, which is correct.',
    '',
    '### People who use an aid, flagged by any typing check',
    '',
    'Real histories, changed by rule (tools/evaluate/typing/aids.ts). With a mark: as our browser script and its integrations',
    'record the change (`o` in a history). Without: a history of texts only.',
    '',
    table(
      ['aid', 'with a mark', 'without'],
      Object.entries(aids).map(([name, { marked, unmarked }]) => [
        name,
        writeShare(marked),
        writeShare(unmarked),
      ]),
    ),
    '',
    '### Scripts that enter a real answer into a field, found',
    '',
    'Texts have 30 to 400 characters; those that are typed key by key have at least 60.',
    '',
    table(
      ['way of entry', 'by a check of v021', 'by a check of v012'],
      Object.entries(manners).map(([manner, { v021, v012 }]) => [manner, writeShare(v021), writeShare(v012)]),
    ),
    '',
    scriptsTable(scripts),
    '',
    '### Scripts that imitate people',
    '',
    "Pauses, typing errors and a spread like a person's. A history contains text and times only; a recorded session contains",
    'more evidence.',
    '',
    scriptsTable(pretenders),
    '',
    ...(lab.automation.of === 0 ? [] : labLines(lab)),
  ].join('\n')
}

const worstFirst = (people: TypingFigures['people']) =>
  Object.entries(people).toSorted(([, a], [, b]) => b.any.share - a.any.share)

const ASIDE = `Held-out people. The thresholds of the rules were tuned on all development recordings, including these. Scripts
are generated from real answers (tools/evaluate/typing/scripts.ts). Shares come with their 95% interval (Wilson).`

const labLines = ({ automation, missed, controls, controlsFlagged }: TypingFigures['lab']): string[] => [
  "### The lab's recordings",
  '',
  'Answers of at least 60 characters, as the service observed them in a real browser.',
  '',
  `- automation stacks found: ${writeShare(automation)}${missed.length === 0 ? '' : `; missed: ${missed.join(', ')}`}`,
  `- controls flagged: ${writeShare(controls)}${controlsFlagged.length === 0 ? '' : `: ${controlsFlagged.join('; ')}`}`,
  '',
]

const scriptsTable = (scripts: Readonly<Record<string, ScriptFigures>>): string =>
  table(
    ['script', 'way of entry', 'v021', 'v012'],
    Object.entries(scripts).map(([name, { manner, v021, v012 }]) => [
      name,
      manner,
      writeShare(v021),
      writeShare(v012),
    ]),
  )

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}

/** Writes the section Measured of each check's page. */
export async function writeTypingPages(folder: string, { people }: TypingFigures): Promise<void> {
  for (const { name, file } of TYPING_CHECKS) {
    const path = join(folder, `${file}.md`)
    const lines = [
      'People flagged (false positives), with 95% confidence intervals. [Statistics](../../benchmarks/statistics.md) shows how many scripts all typing checks together detect.',
      '',
      ...Object.entries(people).map(
        ([set, { checks }]) => `- ${SETS[set] ?? set}: ${writeShare(checks[name])}`,
      ),
    ]
    await writeFile(path, withMeasured(await readFile(path, 'utf8'), lines.join('\n')))
  }
}
