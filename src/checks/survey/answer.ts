/** Computes the features that the survey checks use, from answers, questions, typing and question statistics. */
import type { ChangeEntry, QuestionType } from '../../contract/survey.ts'
import { mean } from '../../features/statistics.ts'
import { type AnswerText, readAnswerText } from '../../features/text/answer_text.ts'
import { artifactsIn } from '../../features/text/artifacts.ts'
import { informationIn } from '../../features/text/information.ts'
import { memoize } from '../../features/text/memoize.ts'
import { once } from '../../features/text/once.ts'
import { overlapOfStems, stemsAmong, stemsOf } from '../../features/text/overlap.ts'
import { isCopiedQuestion, isPadded } from '../../features/text/padding.ts'
import {
  asksForIdentifier,
  isBareAddress,
  isTechnical,
  type Placeholder,
  placeholderIn,
} from '../../features/text/placeholder.ts'
import { profanityInPlain } from '../../features/text/profanity.ts'
import { kindOfQuestion } from '../../features/text/question.ts'
import { type ModelParts, peersIn, type QuestionStats } from '../../features/text/question_stats.ts'
import { wordsOfQuestion } from '../../features/text/question_words.ts'
import type { Reference } from '../../features/text/reference_fit.ts'
import { registerOf } from '../../features/text/register.ts'
import { isScraped } from '../../features/text/scraped.ts'
import { type SelfDuplicate, selfDuplicatesAmong } from '../../features/text/similarity/self_duplicates.ts'
import type { Sketch } from '../../features/text/similarity/sketch.ts'
import { isSimpleFolded } from '../../features/text/simple_answers.ts'
import { proseOf } from '../../features/text/style/order.ts'
import { styleOf } from '../../features/text/style/style.ts'
import { usualStyle } from '../../features/text/style/style_peers.ts'
import { styleWords } from '../../features/text/style/style_words.ts'
import { type Unrelated, unrelatedIn } from '../../features/text/unrelated.ts'
import { type Wording, wordingOf } from '../../features/text/wording.ts'
import { readHistory } from '../../features/typing_history/entries.ts'
import { entryOf } from '../../features/typing_history/entry.ts'
import { type InputMethods, typingOf } from '../../features/typing_history/typing.ts'
import { cosine } from '../../models/text/center.ts'
import { effortOf } from '../../models/text/effort.ts'
import { fuseStyles, type StyleScores, styleScores } from '../../models/text/gpt.ts'
import { type Meaning, meaningOf } from '../../models/text/meaning.ts'
import { fitQuestion, relevanceAmong, relevanceToQuestion } from '../../models/text/relevance.ts'
import { MOST_ANSWERS } from './gpt_style.ts'
import { mashedPartsOf, mashingModelOf } from './mashing_model.ts'
import { type ReferableAnswer, referencesOf, referredTo } from './references.ts'
import { countFar } from './relevance.ts'
import type { AnswerFeatures, ModelTraces, Relevance } from './survey_check.ts'
import { disorderIn, isDisordered, isProse } from './word_order.ts'

export interface AnswerInput {
  readonly questionId: string
  readonly question: string
  readonly answer: string
  /** Null when no typing was recorded. */
  readonly history: readonly ChangeEntry[] | null
  /** Observed input methods of the field; null: not observed. */
  readonly inputMethods: InputMethods | null
  readonly stats: QuestionStats | null
  /** What chatbots answer to the question; absent: none are known. */
  readonly references?: readonly Reference[]
  /** The sketch of the answer, if it is already known. */
  readonly sketch?: Sketch
  /** What the question asks for; absent: open. */
  readonly type?: QuestionType
}

/** Takes all answers of a participant, because similar answers and the common style depend on all of them. */
export function featuresOfAnswers(
  inputs: readonly AnswerInput[],
  lowEffortThreshold: number,
): AnswerFeatures[] {
  const texts = inputs.map(({ questionId, answer, question, sketch }) => ({
    questionId,
    text: readAnswerText(answer, question, sketch),
  }))
  const alike = selfDuplicatesAmong(texts)
  const own = inputs.map((input, at) => ownFeaturesOf(input, texts[at]?.text as AnswerText))
  const styled = once(() => own.filter((features) => features.styleScores() !== null))
  const participantTraces = once(() => tracesOf(styled().slice(0, MOST_ANSWERS)))
  const isAlike = (at: number, questionId: string): boolean =>
    alike[at]?.some((other) => other.questionId === questionId) === true
  const orderedAnswers = once(() => countOrdered(own))
  return own.map((features, at) => ({
    ...features,
    lowEffortThreshold,
    selfDuplicates: alike[at] as SelfDuplicate[],
    modelTraces: once(() => tracesOf([features])),
    participantTraces,
    references: once(() => referencesOf(features, own)),
    orderedAnswers,
    // A copy of this answer says nothing about the others.
    farAnswers: once(() => countFar(own.filter(({ questionId }) => !isAlike(at, questionId)))),
    isBeyondStyleLimits: () => styled().indexOf(features) >= MOST_ANSWERS,
  }))
}

/** Longer answers to a question for a name are texts. */
const MOST_NAME_WORDS = 6

type OwnFeatures = Omit<
  AnswerFeatures,
  | 'lowEffortThreshold'
  | 'selfDuplicates'
  | 'modelTraces'
  | 'participantTraces'
  | 'isBeyondStyleLimits'
  | 'orderedAnswers'
  | 'farAnswers'
  | 'references'
> & {
  readonly styleScores: () => StyleScores | null
  /** Of other participants' answers; null: too few. */
  readonly usualStyle: () => number | null
} & ReferableAnswer

function ownFeaturesOf(input: AnswerInput, text: AnswerText): OwnFeatures {
  const { question, answer, stats, type = 'open' } = input
  const isNamed = (type === 'name' || type === 'brand') && text.words.length <= MOST_NAME_WORDS
  const typing =
    text.empty || input.history === null
      ? null
      : typingOf(readHistory(input.history), answer, input.inputMethods)
  const simple = isSimpleFolded(text.whole.folded())
  const prose = once(() => proseOf(text.raw, text.plain))
  const mashingModel = once(() => mashingModelOf(text, question, stats))
  const mashing = once(() => mashingModel()?.(prose()) ?? null)
  const meaning = once(() => meaningIn(text))
  const ownStyleWords = once(() => styleWords(text.raw))
  const wording = once(() => wordingIn(text, ownStyleWords(), question))
  const isCopied = once(() => isCopiedQuestion(text.whole.folded(), question))
  const placeholder = once(() => placeholderOf(text, question, stats))
  return {
    questionId: input.questionId,
    question,
    questionKind: questionKindOf(question),
    questionType: type,
    isNamed,
    text,
    typing,
    entry: typing === null ? 'unseen' : entryOf(typing),
    effort: effortIn(text, question, simple, { mashing, placeholder, isCopied, isNamed }),
    simple,
    stats,
    mashing,
    mashedParts: once(() => mashedPartsOf(text, mashing(), mashingModel())),
    placeholder,
    isCopied,
    unrelated: once(() => unrelatedIn(text.whole.plain, question) ?? scrapedIn(text, question)),
    disorder: once(() => (text.ownLanguage === 'en' && isProse(text, type) ? disorderIn(prose()) : null)),
    profanity: once(() => {
      const found = profanityInPlain(text.whole.plain, text.ownLanguage)
      return text.ownLanguage === null && found.profane === 0 ? null : found
    }),
    artifacts: once(() => artifactsIn(text.whole.plain)),
    meaning,
    relevance: once(() => relevanceIn(text, meaning(), question, stats)),
    styleWords: ownStyleWords,
    usualStyle: once(() => usualStyle(stats?.styles ?? {})),
    styleScores: once(() => scoresIn(text, ownStyleWords())),
    wording,
    referred: once(() => referredTo(input, wording())),
  }
}

function countOrdered(own: readonly OwnFeatures[]): ReturnType<AnswerFeatures['orderedAnswers']> {
  const answers = own.filter(({ text }) => !text.empty)
  const disordered = answers.filter(({ text, disorder }) => isDisordered(disorder() ?? 0, text.words.length))
  return { answers: answers.length, disordered: disordered.length }
}

const questionKindOf = memoize(kindOfQuestion)
const stemsOfQuestion = memoize(stemsOf)
const meaningOfQuestion = memoize((question) => meaningOf(wordsOfQuestion(question)))

/** The highest rating of padded answers. */
const PADDED_EFFORT = 2

/** Empty answers, simple answers, random keys, placeholders and copies of the question get the lowest rating. */
function effortIn(
  text: AnswerText,
  question: string,
  simple: boolean,
  {
    mashing,
    placeholder,
    isCopied,
    isNamed,
  }: Pick<AnswerFeatures, 'mashing' | 'placeholder' | 'isCopied' | 'isNamed'>,
): number {
  if (isNamed && !text.empty) return effortOf(informationIn(text.plain, ''))
  if (text.empty || simple || isCopied() || placeholder() !== null) return effortOf(Number.NEGATIVE_INFINITY)
  const mashed = mashing()
  if (
    (mashed?.isMashed && mashed.mashedWords > mashed.soundWords) ||
    isBareAddress(text.whole.plain, question)
  ) {
    return effortOf(Number.NEGATIVE_INFINITY)
  }
  const rating = effortOf(informationIn(text.plain, question))
  return isPadded(text.foldedWords().join(' ')) ? Math.min(PADDED_EFFORT, rating) : rating
}

const scrapedIn = (text: AnswerText, question: string): Unrelated | null =>
  text.ownLanguage === 'en' && isScraped(text.plain, question)
    ? 'a passage of a study or an encyclopedia'
    : null

/** Code is an answer where the question or other participants' words are technical. */
function placeholderOf(text: AnswerText, question: string, stats: QuestionStats | null): Placeholder | null {
  const found = placeholderIn(text.plain)
  if (found === 'an identifier' && asksForIdentifier(question)) return null
  if (found !== 'program code') return found
  return isTechnical(question) || isTechnical(wordsSharedIn(stats).join(' ')) ? null : found
}

/** Shorter answers have no measurable style. */
const MIN_STYLE_WORDS = 4

/** The style models are for English only. */
function scoresIn(text: AnswerText, words: readonly string[]): StyleScores | null {
  if (text.ownLanguage !== 'en' || words.length < MIN_STYLE_WORDS) return null
  return styleScores({ features: styleOf(words), register: registerOf(words), words: words.length })
}

/** Answers are combined, because participants who use a model use it for all questions. */
function tracesOf(
  answers: readonly Pick<OwnFeatures, 'styleScores' | 'styleWords' | 'usualStyle'>[],
): ModelTraces | null {
  const known = answers.flatMap((answer) => {
    const scores = answer.styleScores()
    return scores === null ? [] : [{ ...answer, scores }]
  })
  const style = fuseStyles(known.map(({ scores }) => scores))
  if (style === null) return null
  const usual = known.flatMap(({ usualStyle }) => usualStyle() ?? [])
  return {
    answers: known.length,
    words: known.reduce((sum, { styleWords }) => sum + styleWords().length, 0),
    style,
    usualStyle: usual.length === known.length ? mean(usual) : null,
  }
}

const wordingIn = (text: AnswerText, words: readonly string[], question: string): Wording =>
  text.ownLanguage === 'en' ? wordingOf(words, question) : ''

/** The parts of a sample as in an analysis, computed again from the stored request. */
export function modelPartsOf(text: AnswerText, question: string): ModelParts {
  const words = styleWords(text.raw)
  const scores = scoresIn(text, words)
  return {
    style: scores === null ? null : fuseStyles([scores]),
    wording: wordingIn(text, words, question),
  }
}

/** Uses the whole text: samples must be equal when they are computed again from the stored request. */
export function meaningIn(text: AnswerText): Meaning | null {
  return text.ownLanguage === 'en' ? meaningOf(text.whole.foldedWords()) : null
}

/** One other participant with the same word may be as far from the topic as this one. */
const IGNORED_USES = 1

function relevanceIn(
  text: AnswerText,
  answer: Meaning | null,
  question: string,
  stats: QuestionStats | null,
): Relevance | null {
  if (answer === null) return null
  const stems = stemsAmong(text.foldedWords())
  const askedStems = stemsOfQuestion(question)
  const asked = meaningOfQuestion(question)
  const fromQuestion = relevanceToQuestion({
    answer,
    question: asked,
    overlap: overlapOfStems(stems, askedStems),
  })
  const sampled = peersIn(stats)
  const peers = fitQuestion(sampled, questionKindOf(question).label ? null : asked) ? sampled : []
  const among =
    peers.length === 0
      ? { logit: fromQuestion, deviations: Number.NEGATIVE_INFINITY }
      : relevanceAmong({
          answer,
          question: asked,
          peers,
          overlap: overlapOfStems(stems, askedStems, stats?.words, IGNORED_USES),
        })
  const nearest = peers.reduce((closest, { vector }) => Math.max(closest, cosine(answer.vector, vector)), -1)
  return { ...among, fromQuestion, others: peers.length, nearest, knownWords: answer.known }
}

const wordsSharedIn = (stats: QuestionStats | null): string[] =>
  [...(stats?.words ?? [])].flatMap(([word, count]) => (count > 1 ? word : []))
