/** The figures of the survey analysis of text, as tables. */
import { type Cell, cellOf, type Table } from '../../../tools/tables.ts'
import type { Share } from '../../../tools/wilson.ts'
import { CONTENT_CHECK_NAMES, CONTENT_CHECKS } from './check_answer.ts'
import type { OffTopicFigures } from './content_figures.ts'
import type { EffortFigures } from './effort_figures.ts'
import type { SurveyFigures } from './survey_figures.ts'

/** Descriptions of the kinds of rows in the data sets. */
const GIBBERISH_KINDS: Readonly<Record<string, string>> = {
  'answer+mash': 'a real answer followed by random keys',
  'mash-hands': 'random keys, alternating between left and right hand',
  'mash-home': 'random keys of the home row',
  'mash-onekey': 'one key repeated',
  'mash-rep': 'a short sequence of keys repeated',
  'mash-uniform': 'random letters',
  'mash-walk': 'neighboring keys, one after another',
  people: 'real answers in the same data set (false positives)',
  'shuffled-answer': 'a real answer with its words shuffled',
  'word-salad': 'random words',
}
const OFF_TOPIC_KINDS: Readonly<Record<string, string>> = {
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
const PROFANE_SETS: Readonly<Record<string, string>> = {
  'en davidson': 'English tweets labeled offensive (Davidson)',
  'en olid': 'English tweets labeled offensive (OLID)',
}
const REWRITE_KINDS: Readonly<Record<string, string>> = {
  'dup twitter-url': 'paraphrased tweets (pairs with the same link)',
}
const CHINESE_LABELS: Readonly<Record<string, string>> = {
  human: 'Chinese texts labeled as written by a person',
  llm: 'Chinese texts labeled as written by a language model',
}

export function surveyTables({
  people,
  gpt,
  gibberish,
  offTopic,
  profanity,
  effort,
  rewrites,
}: SurveyFigures): Table[] {
  return [
    {
      id: 'false-positives',
      title: 'Answers of real people flagged, by check',
      head: [
        '',
        ...CONTENT_CHECK_NAMES.map((name) => CONTENT_CHECKS[name].name.replace('Automated test: ', '')),
      ],
      rows: Object.entries({
        all: people.all,
        ...people.bySource,
        ...people.byLanguage,
        ...byLength(people.byWords),
      }).map(([group, alarms]) => [
        group.replace(/\b0/, ''),
        ...CONTENT_CHECK_NAMES.map((name) => cellOf(alarms[name])),
      ]),
    },
    {
      id: 'gpt-styles',
      title: 'GPT: answers of language models to survey questions, by instructed style',
      note: '"At 1%": the share found at the score that 1% of real participants with the same number of answers exceed.',
      head: ['style', 'found, one answer', 'found, three answers', 'one, at 1%', 'three, at 1%'],
      rows: Object.entries({ ...named(STYLES, gpt.byStyle), ...byModel(gpt.byModel) }).map(
        ([style, { one, three, oneAt1, threeAt1 }]) => [
          style,
          cellOf(one),
          cellOf(three),
          decimals(oneAt1),
          decimals(threeAt1),
        ],
      ),
    },
    {
      id: 'gpt-texts',
      title: 'GPT: texts of people and models on the same prompts',
      note: 'Baseline: a regression over the same n-grams and measures, fitted on Ghostbuster, Fast-DetectGPT and SeqXGPT.',
      head: [
        ...['words, or source', 'AUROC', 'baseline', 'recall at 1%', 'baseline', 'ratio'],
        ...['found', 'false positives'],
      ],
      rows: Object.entries({ ...byLength(gpt.byWords), ...gpt.bySource }).map(
        ([name, { auroc, recallAt1, baselineAuroc, baselineAt1, found, falsePositives }]) => [
          name,
          ...[auroc, baselineAuroc, recallAt1, baselineAt1, recallAt1 / baselineAt1].map(decimals),
          cellOf(found),
          cellOf(falsePositives),
        ],
      ),
    },
    {
      id: 'gpt-generators',
      title: 'GPT: found, by generator',
      head: ['generator', 'found'],
      rows: sharesOf(gpt.byGenerator, { '': 'not named' }),
    },
    {
      id: 'gpt-people',
      title: 'GPT: other texts',
      head: ['texts', 'flagged'],
      rows: [
        ["three random answers of one survey, sent as one participant's", cellOf(people.gptOfThree)],
        ...sharesOf(gpt.chinese, CHINESE_LABELS),
        ['essays for a test of English as a foreign language', cellOf(gpt.foreignEssays)],
        [
          "three pieces of one person's essay (KLiCKe, which the experts were fitted on)",
          cellOf(gpt.piecesOfEssays),
        ],
      ],
    },
    {
      id: 'gibberish',
      title: 'Gibberish',
      head: ['answers', 'flagged'],
      rows: sharesOf(gibberish, GIBBERISH_KINDS),
    },
    offTopicTable('off-topic-alone', 'Off-topic, from the question alone', offTopic.alone),
    offTopicTable(
      'off-topic-with-others',
      "Off-topic, with twelve other participants' answers",
      offTopic.withTwelve,
    ),
    offTopicBySurvey(offTopic.withTwelve),
    {
      id: 'profane',
      title: 'Profane',
      head: ['data set', 'found', 'flagged of those labeled clean'],
      rows: Object.entries(profanity).map(([name, { found, falsePositives }]) => [
        PROFANE_SETS[name] ?? name,
        cellOf(found),
        cellOf(falsePositives),
      ]),
    },
    ...effortTables(effort),
    {
      id: 'rewrites',
      title: 'Rewritten copies',
      note: 'Recall at the similarity that 1% of pairs of honest answers to one question exceed.',
      head: ['kind', 'recall'],
      rows: Object.entries(rewrites).map(([kind, recall]) => [REWRITE_KINDS[kind] ?? kind, decimals(recall)]),
    },
  ]
}

export function effortTables({ answers, readers, byLength, padded, ...check }: EffortFigures): Table[] {
  return [
    {
      id: 'effort',
      title: 'Effort ratings against two readers',
      note: `${answers} answers, each rated by a curve fitted on other questions.`,
      head: ['compared', 'rank correlation', 'mean error'],
      rows: [
        [
          'the check with the mean of the readers',
          decimals(check.rankCorrelation),
          decimals(check.meanError),
        ],
        ['one reader with the other', decimals(readers.rankCorrelation), decimals(readers.meanError)],
      ],
    },
    {
      id: 'effort-lengths',
      title: 'Effort ratings of answers of about the same length',
      note: 'Rank correlations with the mean of the readers, and of one reader with the other.',
      head: ['words', 'answers', 'the check', 'the number of words', 'readers'],
      rows: byLength.map(({ least, most, answers, check, words, readers }) => [
        most === undefined ? `${least} or more` : `${least} to ${most}`,
        answers,
        ...[check, words, readers].map(decimals),
      ]),
    },
    {
      id: 'effort-padded',
      title: 'Effort ratings of padded answers',
      note: 'Answers that the readers rate 4 to 6, with text added that answers nothing.',
      head: ['added', 'words added', 'answers', 'mean rating before', 'after'],
      rows: padded.map(({ padding, words, answers, before, after }) => [
        padding,
        words,
        answers,
        ...[before, after].map((rating) => rating.toFixed(1)),
      ]),
    },
  ]
}

const named = <Figures>(
  names: Readonly<Record<string, string>>,
  all: Readonly<Record<string, Figures>>,
): Record<string, Figures> =>
  Object.fromEntries(Object.entries(all).map(([name, figures]) => [names[name] ?? name, figures]))

/** All styles of one model, below the styles. */
const byModel = <Figures>(models: Readonly<Record<string, Figures>>): Record<string, Figures> =>
  Object.fromEntries(Object.entries(models).map(([model, figures]) => [`all, by ${model}`, figures]))

/** Ranges of words, shortest first. */
const byLength = <Figures>(ranges: Readonly<Record<string, Figures>>): Record<string, Figures> => {
  const least = (range: string) => (range.startsWith('under') ? 0 : Number.parseInt(range, 10))
  return Object.fromEntries(Object.entries(ranges).sort(([a], [b]) => least(a) - least(b)))
}

const decimals = (value: number): string => (Number.isFinite(value) ? value.toFixed(2) : 'not measured')

const sharesOf = (
  shares: Readonly<Record<string, Share>>,
  names: Readonly<Record<string, string>>,
): Cell[][] => Object.entries(shares).map(([name, share]) => [names[name] ?? name, cellOf(share)])

/** The survey with the lowest recall first. */
export function offTopicBySurvey({ bySurvey }: OffTopicFigures): Table {
  const shareOfFound = ({ found: { count, of } }: (typeof bySurvey)[string]) => count / Math.max(1, of)
  return {
    id: 'off-topic-by-survey',
    title: "Off-topic, with twelve other participants' answers, by survey",
    head: ['survey', 'answers from another survey found', 'real answers flagged'],
    rows: Object.entries(bySurvey)
      .sort(([, a], [, b]) => shareOfFound(a) - shareOfFound(b))
      .map(([survey, { found, falsePositives }]) => [survey, cellOf(found), cellOf(falsePositives)]),
  }
}

export const offTopicTable = (
  id: string,
  title: string,
  { found, falsePositives, recallAt5, auroc }: OffTopicFigures,
): Table => ({
  id,
  title,
  note: `Answers from other surveys: AUROC ${decimals(auroc)}, recall ${decimals(recallAt5)} at 5% false positives.`,
  head: ['answers', 'flagged'],
  rows: [...sharesOf(found, OFF_TOPIC_KINDS), ['real answers (false positives)', cellOf(falsePositives)]],
})
