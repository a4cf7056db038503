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

/** Descriptions of the kinds of rows in the data sets. */
export const GIBBERISH_KINDS: Readonly<Record<string, string>> = {
  'answer+mash': 'a real answer followed by random keys',
  'mash-hands': 'random keys, alternating between left and right hand',
  'mash-home': 'random keys of the home row',
  'mash-onekey': 'one key repeated',
  'mash-rep': 'a short sequence of keys repeated',
  'mash-uniform': 'random letters',
  'mash-walk': 'neighboring keys, one after another',
  people: 'false positives on answers in the same data set',
  'shuffled-answer': 'a real answer with its words shuffled',
  'word-salad': 'random words',
}
export const OFF_TOPIC_KINDS: Readonly<Record<string, string>> = {
  'other-survey': 'an answer from another survey',
  'same-survey-other-question': 'an answer to another question of the same survey',
  'wikiqa-same-document': 'another sentence of the Wikipedia article that contains the answer (WikiQA)',
}
/** Style instructions in the prompt of the language model. */
const STYLES: Readonly<Record<string, string>> = {
  brief: 'instructed to be brief',
  casual: 'instructed to write casually',
  default: "the model's default style",
  evasive: 'instructed to be evasive',
  minimal: 'instructed to answer minimally',
  nonnative: 'instructed to write like a non-native speaker',
  paragraph: 'instructed to write a paragraph',
  participant: 'instructed to answer like a participant',
  persona: 'instructed to answer as an invented person',
  plain: 'plain style',
  rewrite: 'instructed to rewrite an answer',
  typos: 'instructed to make typing errors',
}
export const PROFANE_SETS: Readonly<Record<string, string>> = {
  'en davidson': 'English tweets labeled offensive (Davidson)',
  'en olid': 'English tweets labeled offensive (OLID)',
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
    'Results on surveys and sources that no model was fitted on, with 95% confidence intervals. The thresholds were tuned on them. See [statistics](../../benchmarks/statistics.md).',
    '',
    `- false positives on answers from real people: ${writeShare(figures.people.all[check])}`,
    ...recall(check, figures).map((line) => `- ${line}`),
  ].join('\n')
}

function recall(check: ContentCheck, { gibberish, offTopic, gpt, profanity }: SurveyFigures): string[] {
  if (check === 'gibberish') {
    return Object.entries(gibberish).map(
      ([kind, found]) => `${GIBBERISH_KINDS[kind] ?? kind}: ${writeShare(found)}`,
    )
  }
  if (check === 'offTopic') {
    return [
      ...Object.entries(offTopic.alone.found).map(
        ([kind, found]) =>
          `${OFF_TOPIC_KINDS[kind] ?? kind}, compared with the question only: ${writeShare(found)}`,
      ),
      ...Object.entries(offTopic.withTwelve.found).map(
        ([kind, found]) =>
          `${OFF_TOPIC_KINDS[kind] ?? kind}, compared with twelve other answers too: ${writeShare(found)}`,
      ),
    ]
  }
  if (check === 'gpt') {
    return Object.entries(gpt.byStyle).map(
      ([style, { one, three }]) =>
        `${STYLES[style] ?? style}: ${writeShare(one)} with one answer; ${writeShare(three)} with three answers`,
    )
  }
  if (check === 'profane') {
    return Object.entries(profanity).map(
      ([set, { found, falsePositives }]) =>
        `${PROFANE_SETS[set] ?? set}: found ${writeShare(found)}; flagged ${writeShare(falsePositives)} of those labeled clean`,
    )
  }
  return []
}

function effort({ effort: { answers, rankCorrelation, meanError, readers } }: SurveyFigures): string {
  return `Two readers rated ${answers} answers. A curve fitted on other questions agrees with their mean: rank correlation ${rankCorrelation.toFixed(2)}, mean error ${meanError.toFixed(2)}. The two readers agree with each other about as well: ${readers.rankCorrelation.toFixed(2)} and ${readers.meanError.toFixed(2)}.`
}
