/** Computes the features that the survey checks use, from answers, questions, typing and question statistics. */
import type { ChangeEntry } from '../../contract/survey.ts'
import { type AnswerText, readAnswerText } from '../../features/text/answer_text.ts'
import { artifactsIn } from '../../features/text/artifacts.ts'
import { informationIn } from '../../features/text/information.ts'
import { isLatin, isOwnLanguage } from '../../features/text/language.ts'
import { memoize } from '../../features/text/memoize.ts'
import { foldText } from '../../features/text/normalize.ts'
import { once } from '../../features/text/once.ts'
import { orderOf, orderTokensOf, proseOf } from '../../features/text/order.ts'
import { overlapOfStems, stemsAmong, stemsOf } from '../../features/text/overlap.ts'
import { profanityInPlain } from '../../features/text/profanity.ts'
import { kindOfQuestion } from '../../features/text/question.ts'
import { countOf, isOwnWord, phrasesOf, type QuestionStats } from '../../features/text/question_stats.ts'
import { registerOf } from '../../features/text/register.ts'
import { type SelfDuplicate, selfDuplicatesAmong } from '../../features/text/self_duplicates.ts'
import { isSimpleFolded } from '../../features/text/simple_answers.ts'
import type { Sketch } from '../../features/text/sketch.ts'
import { stylesOf } from '../../features/text/style.ts'
import { wordsOf } from '../../features/text/words.ts'
import { readHistory } from '../../features/typing_history/entries.ts'
import { entryOf } from '../../features/typing_history/entry.ts'
import { type InputMethods, typingOf } from '../../features/typing_history/typing.ts'
import { effortOf } from '../../models/text/effort.ts'
import { fuseStyles, type StyleScores, styleScores } from '../../models/text/gpt.ts'
import { writingScore } from '../../models/text/gpt_writing.ts'
import { lettersOf } from '../../models/text/letters.ts'
import { MASHED_SCORE, type Mashing, mashingIn, readsLikeOtherLanguage } from '../../models/text/mashing.ts'
import { hasMeaning, type Meaning, meaningOf } from '../../models/text/meaning.ts'
import { disorderOf } from '../../models/text/order.ts'
import { relevanceOf } from '../../models/text/relevance.ts'
import { hasLetterModel, type LetterLanguage } from '../../models/text/surprise.ts'
import type { AnswerFeatures, Relevance, Style } from './survey_check.ts'

export interface AnswerInput {
  readonly questionId: string
  readonly question: string
  readonly answer: string
  /** Null when no typing was recorded. */
  readonly history: readonly ChangeEntry[] | null
  /** Observed input methods of the field; null: not observed. */
  readonly inputMethods: InputMethods | null
  readonly stats: QuestionStats | null
  /** The sketch of the answer, if it is already known. */
  readonly sketch?: Sketch
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
  const scores = texts.map(({ text }) => once(() => scoresIn(text)))
  const participantStyle = once(() => fused(texts.map(({ text }, at) => [text, scores[at]?.() ?? null])))
  return inputs.map((input, at) => ({
    ...ownFeaturesOf(input, texts[at]?.text as AnswerText),
    lowEffortThreshold,
    selfDuplicates: alike[at] as SelfDuplicate[],
    style: once(() => fused([[texts[at]?.text as AnswerText, scores[at]?.() ?? null]])),
    participantStyle,
  }))
}

type OwnFeatures = Omit<
  AnswerFeatures,
  'lowEffortThreshold' | 'selfDuplicates' | 'style' | 'participantStyle'
>

function ownFeaturesOf(input: AnswerInput, text: AnswerText): OwnFeatures {
  const { question, answer, stats } = input
  const typing =
    text.empty || input.history === null
      ? null
      : typingOf(readHistory(input.history), answer, input.inputMethods)
  const simple = isSimpleFolded(text.whole.folded())
  const prose = once(() => proseOf(text.raw, text.plain))
  const mashing = once(() => mashingOf(text, prose, question, stats))
  const meaning = once(() => meaningIn(text))
  return {
    questionId: input.questionId,
    question,
    questionKind: questionKindOf(question),
    text,
    typing,
    entry: typing === null ? 'unseen' : entryOf(typing),
    effort: effortIn(text, question, simple, mashing),
    simple,
    stats,
    mashing,
    disorder: once(() => (text.ownLanguage === 'en' ? disorderOf(orderOf(orderTokensOf(prose()))) : null)),
    profanity: once(() =>
      text.ownLanguage === null ? null : profanityInPlain(text.whole.plain, text.ownLanguage),
    ),
    artifacts: once(() => artifactsIn(text.whole.plain)),
    meaning,
    relevance: once(() => relevanceIn(text, meaning(), question, stats)),
    sharedPhrases: once(() => sharedPhrasesIn(text, stats)),
  }
}

const questionKindOf = memoize(kindOfQuestion)
const wordsOfQuestion = memoize((question) => new Set(lettersOf(question).split(' ')))
const stemsOfQuestion = memoize(stemsOf)
const meaningOfQuestion = memoize((question) => meaningOf(wordsOf(foldText(question))))

/** Empty answers, simple answers and random keys get the lowest rating. */
function effortIn(
  text: AnswerText,
  question: string,
  simple: boolean,
  mashing: () => Mashing | null,
): number {
  if (text.empty || simple) return effortOf(Number.NEGATIVE_INFINITY)
  const mashed = mashing()
  if (mashed !== null && mashed.score > MASHED_SCORE && mashed.mashedWords > mashed.soundWords) {
    return effortOf(Number.NEGATIVE_INFINITY)
  }
  return effortOf(informationIn(text.plain, question))
}

/** Random keys produce shorter words of the table by chance. */
const MIN_NAMED = 4

/** Tries every language that the answer may be in. Null: none of them has a model. */
function mashingOf(
  text: AnswerText,
  prose: () => string,
  question: string,
  stats: QuestionStats | null,
): Mashing | null {
  if (!isLatin(text.plain)) return null
  const { asked, identified: guessed } = text
  if (asked.reliable && !isOwnLanguage(asked.code)) return null
  const reliablyOwn = guessed.reliable && isOwnLanguage(guessed.code)
  if (!reliablyOwn && readsLikeOtherLanguage(text.plain) && !readsLikeEnglish(text)) return null
  const languages = new Set<LetterLanguage>(['en'])
  for (const code of [asked.code, guessed.code, text.language.code]) {
    if (code !== null && hasLetterModel(code)) languages.add(code)
  }
  const questionWords = wordsOfQuestion(question)
  const isKnown = (word: string) =>
    questionWords.has(word) || isOwnWord(word, stats) || (word.length >= MIN_NAMED && hasMeaning(word))
  return mashingIn(prose(), [...languages], isKnown)
}

function readsLikeEnglish(text: AnswerText): boolean {
  return text.ownLanguage === 'en' && text.language.reliable
}

/** Shorter answers have no measurable style. */
const MIN_STYLE_WORDS = 4

/** The style models are for English only. */
function scoresIn(text: AnswerText): StyleScores | null {
  if (text.ownLanguage !== 'en' || text.words.length < MIN_STYLE_WORDS) return null
  const { whole, views } = stylesOf(text.raw)
  const register = registerOf(text.plain)
  const words = text.words.length
  return [...styleScores({ features: whole, register, words }), writingScore({ views, register, words })]
}

/** Combines answers, because participants who use a model use it for all questions. */
function fused(answers: readonly (readonly [AnswerText, StyleScores | null])[]): Style | null {
  const known = answers.flatMap(([text, scores]) =>
    scores === null ? [] : [{ words: text.words.length, scores }],
  )
  if (known.length === 0) return null
  return {
    ...fuseStyles(known.map(({ scores }) => scores)),
    answers: known.length,
    words: known.reduce((sum, { words }) => sum + words, 0),
  }
}

/** With fewer phrases, one shared phrase may be chance. */
const MIN_PHRASES = 5

function sharedPhrasesIn(text: AnswerText, stats: QuestionStats | null): number {
  if (stats === null) return 0
  const phrases = phrasesOf(text.foldedWords())
  if (phrases.length < MIN_PHRASES) return 0
  return phrases.filter((phrase) => countOf(stats.phrases, phrase) > 0).length / phrases.length
}

/** Uses the whole text: samples must be equal when they are computed again from the stored request. */
export function meaningIn(text: AnswerText): Meaning | null {
  return text.ownLanguage === 'en' ? meaningOf(text.whole.foldedWords()) : null
}

function relevanceIn(
  text: AnswerText,
  answer: Meaning | null,
  question: string,
  stats: QuestionStats | null,
): Relevance | null {
  if (answer === null) return null
  const stems = stemsAmong(text.foldedWords())
  const askedStems = stemsOfQuestion(question)
  const others = stats?.meanings ?? 0
  const asked = meaningOfQuestion(question)
  const alone = {
    answer,
    question: asked,
    others: [],
    otherCount: 0,
    overlap: overlapOfStems(stems, askedStems, {}),
  }
  const fromQuestion = relevanceOf(alone)
  const logit = relevanceOf({
    ...alone,
    others: stats?.meaning ?? [],
    otherCount: others,
    overlap: overlapOfStems(stems, askedStems, stats?.words ?? {}),
  })
  return { logit, fromQuestion, others, knownWords: answer.known }
}
