/** The figures of the survey analysis as a Markdown page. */
import { type Share, writeShare } from '../wilson.ts'
import { CONTENT_CHECK_NAMES, CONTENT_CHECKS } from './check_answer.ts'
import type { OffTopicFigures } from './content_figures.ts'
import type { LengthFigures } from './gpt_figures.ts'
import type { FalseAlarms } from './people_figures.ts'
import type { SurveyFigures } from './survey_figures.ts'
import { GIBBERISH_KINDS, OFF_TOPIC_KINDS, PROFANE_SETS } from './survey_pages.ts'

export function describeSurvey(figures: SurveyFigures, isAside: boolean): string {
  const { people, gpt, gibberish, offTopic, profanity, effort, rewrites } = figures
  return [
    '## Survey answers',
    '',
    isAside ? ASIDE : GIVEN,
    '',
    '### False positives on real people, by check',
    '',
    alarmsTable({ all: people.all, ...people.bySource, ...people.byLanguage, ...byLength(people.byWords) }),
    '',
    `Three random answers of one survey, sent as one participant's: GPT flags at least one in ${writeShare(people.gptOfThree)}.`,
    '',
    '### GPT: answers of language models to survey questions',
    '',
    'By the style in which the model was instructed to write. "At 1%": the share found at the score that 1% of real',
    'participants with the same number of answers exceed.',
    '',
    table(
      ['style', 'found, one answer', 'found, three answers', 'one, at 1%', 'three, at 1%'],
      Object.entries({ ...gpt.byStyle, ...byModel(gpt.byModel) }).map(
        ([style, { one, three, oneAt1, threeAt1 }]) => [
          style,
          writeShare(one),
          writeShare(three),
          decimals(oneAt1),
          decimals(threeAt1),
        ],
      ),
    ),
    '',
    '### GPT: texts of other kinds, people and models on the same prompts',
    '',
    BASELINE,
    '',
    lengthsTable({ ...byLength(gpt.byWords), ...gpt.bySource }),
    '',
    table(
      ['generator', 'found'],
      Object.entries(gpt.byGenerator).map(([model, found]) => [model || 'not named', writeShare(found)]),
    ),
    '',
    ...Object.entries(gpt.chinese).map(
      ([label, found]) =>
        `Chinese texts labeled ${CHINESE_LABELS[label] ?? label}, flagged: ${writeShare(found)}.\n`,
    ),
    `Essays written for a test of English as a foreign language, flagged: ${writeShare(gpt.foreignEssays)}.`,
    '',
    `Three pieces of one person's essay, sent as three answers, flagged (KLiCKe, which the experts were fitted on): ${writeShare(gpt.piecesOfEssays)}.`,
    '',
    '### Gibberish',
    '',
    sharesTable('kind', gibberish, GIBBERISH_KINDS),
    '',
    '### Off-topic',
    '',
    offTopicLines('From the question alone', offTopic.alone),
    '',
    offTopicLines("With twelve other participants' answers", offTopic.withTwelve),
    '',
    '### Profane',
    '',
    table(
      ['data set', 'found', 'false positives, by the labels of the data set'],
      Object.entries(profanity).map(([name, { found, falsePositives }]) => [
        PROFANE_SETS[name] ?? name,
        writeShare(found),
        writeShare(falsePositives),
      ]),
    ),
    '',
    '### Effort',
    '',
    `${effort.answers} answers rated by two readers, each rated here by a curve fitted on other questions: rank correlation ${decimals(effort.rankCorrelation)}, mean error ${decimals(effort.meanError)}. Between the two readers: ${decimals(effort.readers.rankCorrelation)} and ${decimals(effort.readers.meanError)}.`,
    '',
    '### Rewritten copies',
    '',
    'Recall at the similarity that 1% of pairs of honest answers to one question exceed.',
    '',
    table(
      ['kind', 'recall'],
      Object.entries(rewrites).map(([kind, recall]) => [REWRITE_KINDS[kind] ?? kind, decimals(recall)]),
    ),
    '',
    LIMITS,
  ].join('\n')
}

const REWRITE_KINDS: Readonly<Record<string, string>> = {
  'dup twitter-url': 'paraphrased tweets (pairs with the same link)',
}

const CHINESE_LABELS: Readonly<Record<string, string>> = {
  human: 'as written by a person',
  llm: 'as written by a language model',
}

const INTERVALS = 'Shares come with their 95% interval (Wilson).'

const GIVEN = `Every answer in the given folder. Whether any of them was used for fitting is not known here. ${INTERVALS}`

const ASIDE = `Answers of surveys, and texts of sources, that no model was fitted on (isear; the Spanish answers of learning-r).
Thresholds were tuned on all development answers, including these. For a blind figure, evaluate a folder of
new answers: \`npm run evaluate -- --data DIR\`. ${INTERVALS}`

const BASELINE = `"Baseline": a plain regression over the same n-grams and measures, fitted on the texts of Ghostbuster, Fast-DetectGPT and
SeqXGPT and evaluated on the same texts as the check.`

const LIMITS = `### Limits of these figures

- The answers of language models come from one model family from 2026. Other generators were evaluated on texts that
  are not survey answers, most of them from 2023 and 2024.
- The real answers were written before language models were common. These figures do not show what people
  have since adopted from them.
- Participants with three answers are combined at random within one survey; a real person's answers resemble each other
  more. The pieces of one essay, above, show how much.
- HC3 Plus pairs people's sentences, headlines and questions with a model's translation, summary or paraphrase of them;
  most cannot be distinguished by reading. Some of GPTurk's human texts were written by crowd workers in 2023. Its authors
  estimate that a third or more of them used a model.
- Gibberish is generated by rule. The profanity labels come from tweets and differ from those that a survey would use.
- Relevance, word order and style are evaluated in English. Other languages have letter models, word lists and stop
  words.`

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}

/** All styles of one model, below the styles. */
const byModel = <Figures>(models: Readonly<Record<string, Figures>>): Record<string, Figures> =>
  Object.fromEntries(Object.entries(models).map(([model, figures]) => [`all, by ${model}`, figures]))

/** Ranges of words, shortest first. */
const byLength = <Figures>(ranges: Readonly<Record<string, Figures>>): Record<string, Figures> => {
  const least = (range: string) => (range.startsWith('under') ? 0 : Number.parseInt(range, 10))
  return Object.fromEntries(Object.entries(ranges).sort(([a], [b]) => least(a) - least(b)))
}

const decimals = (value: number): string => (Number.isFinite(value) ? value.toFixed(2) : 'not measured')

function alarmsTable(groups: Readonly<Record<string, FalseAlarms>>): string {
  return table(
    ['', ...CONTENT_CHECK_NAMES.map((name) => CONTENT_CHECKS[name].name.replace('Automated test: ', ''))],
    Object.entries(groups).map(([group, alarms]) => [
      group.replace(/\b0/, ''),
      ...CONTENT_CHECK_NAMES.map((name) => writeShare(alarms[name])),
    ]),
  )
}

function lengthsTable(groups: Readonly<Record<string, LengthFigures>>): string {
  return table(
    [
      'words, or source',
      'AUROC',
      'baseline',
      'recall at 1%',
      'baseline',
      'ratio',
      'found',
      'false positives',
    ],
    Object.entries(groups).map(
      ([name, { auroc, recallAt1, baselineAuroc, baselineAt1, found, falsePositives }]) => [
        name,
        decimals(auroc),
        decimals(baselineAuroc),
        decimals(recallAt1),
        decimals(baselineAt1),
        decimals(recallAt1 / baselineAt1),
        writeShare(found),
        writeShare(falsePositives),
      ],
    ),
  )
}

function sharesTable(
  what: string,
  shares: Readonly<Record<string, Share>>,
  names: Readonly<Record<string, string>>,
): string {
  return table(
    [what, 'found'],
    Object.entries(shares).map(([name, share]) => [names[name] ?? name, writeShare(share)]),
  )
}

function offTopicLines(how: string, { found, falsePositives, recallAt5, auroc }: OffTopicFigures): string {
  const kinds = Object.entries(found).map(
    ([kind, share]) => `- ${OFF_TOPIC_KINDS[kind] ?? kind}: ${writeShare(share)}`,
  )
  return [
    `${how}. Answers from other surveys: AUROC ${decimals(auroc)}, recall ${decimals(recallAt5)} at 5% false positives. Found:`,
    '',
    ...kinds,
    `- false positives on real answers: ${writeShare(falsePositives)}`,
  ].join('\n')
}
