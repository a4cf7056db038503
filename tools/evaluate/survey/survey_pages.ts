/** Writes the section Measured of the pages of the content checks. */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { withMeasured } from '../pages.ts'
import { writeShare } from '../wilson.ts'
import type { ContentCheck } from './check_answer.ts'
import type { SurveyFigures } from './survey_figures.ts'

const PAGES: Readonly<Record<ContentCheck, string>> = {
  gibberish: 'gibberish',
  offTopic: 'off_topic',
  gpt: 'gpt',
  profane: 'profane',
  gptPasteArtifacts: 'gpt_paste_artifacts',
  junk: 'junk',
}

export async function writeSurveyPages(folder: string, figures: SurveyFigures): Promise<void> {
  for (const [check, name] of Object.entries(PAGES) as [ContentCheck, string][]) {
    const path = join(folder, `${name}.md`)
    await writeFile(path, withMeasured(await readFile(path, 'utf8'), measured(check, figures)))
  }
  const path = join(folder, 'low_effort.md')
  await writeFile(path, withMeasured(await readFile(path, 'utf8'), effort(figures)))
}

function measured(check: ContentCheck, figures: SurveyFigures): string {
  return [
    'With 95 % intervals, on surveys and sources that no model was fitted on. Thresholds were chosen with them in view (see [statistics](../../benchmarks/statistics.md)).',
    '',
    `- false positives on answers of real people: ${writeShare(figures.people.all[check])}`,
    ...recall(check, figures).map((line) => `- ${line}`),
  ].join('\n')
}

function recall(check: ContentCheck, { gibberish, offTopic, gpt, profanity }: SurveyFigures): string[] {
  if (check === 'gibberish') {
    return Object.entries(gibberish).map(([kind, found]) => `${kind}: ${writeShare(found)}`)
  }
  if (check === 'offTopic') {
    return [
      ...Object.entries(offTopic.alone.found).map(
        ([kind, found]) => `${kind}, from the question alone: ${writeShare(found)}`,
      ),
      ...Object.entries(offTopic.withTwelve.found).map(
        ([kind, found]) => `${kind}, with twelve others: ${writeShare(found)}`,
      ),
    ]
  }
  if (check === 'gpt') {
    return Object.entries(gpt.byStyle).map(
      ([style, { one, three }]) =>
        `${style}: ${writeShare(one)} from one answer, ${writeShare(three)} from three`,
    )
  }
  if (check === 'profane') {
    return Object.entries(profanity).map(
      ([set, { found, falseAlarms }]) =>
        `${set}: ${writeShare(found)}; ${writeShare(falseAlarms)} of what it labels clean`,
    )
  }
  return []
}

function effort({ effort: { answers, rankCorrelation, meanError, readers } }: SurveyFigures): string {
  return `${answers} answers rated by two readers, each rated here by a curve fitted on other questions: rank correlation ${rankCorrelation.toFixed(2)}, mean error ${meanError.toFixed(2)}. Between the two readers: ${readers.rankCorrelation.toFixed(2)} and ${readers.meanError.toFixed(2)}.`
}
