/**
 * Passages of studies and encyclopedias instead of an answer. Programs that fill in surveys search the web for the words of
 * the question, so these passages share its words, but they never speak of their author.
 */
import { foldText } from './normalize.ts'
import { asksReader } from './question.ts'
import { foldQuestion } from './question_words.ts'

/** Expressions of studies; each counts once. */
const STUDY: readonly RegExp[] = [
  /\b(?:this|the|present|current|included|previous|recent) (?:study|studies|paper|review|research|analysis|findings|results|article|thesis|chapter)\b/i,
  /\b(?:systematic review|meta-analysis|literature review)\b/i,
  /\bstudies (?:investigated|reported|have|show|suggest|found|were|derived)\b/i,
  /\b\d+ (?:studies|participants|respondents|databases|countries|reports)\b/i,
  /\b(?:participants?|respondents)\b/i,
  /\b(?:was|were) (?:calculated|surveyed|analy[sz]ed|examined|investigated|estimated|assessed|published|reported)\b/i,
  /\b(?:aims?|aimed) to\b/i,
  /\b(?:sub-?sample|databases?|methodolog\w+|hypothes[ie]s|prevalence|proportion|correlat\w+|literature|empirical\w*|qualitative|quantitative)\b/i,
  /\bfindings\b/i,
  /\b(?:et al|ibid|doi)\b|\[\d+\]|\((?:[A-Z][a-z]+,? )?(?:19|20)\d\d\)/,
  /\b(?:is|are|be) (?:needed|discussed|presented|proposed|shown|proved|studied|obtained|applied)\b/i,
  /\b(?:results|data|experiments|simulations|evidence) (?:show|suggest|indicate|demonstrate|reveal|confirm)s?\b/i,
  /\bwe (?:propose|present|prove|investigate|introduce|describe|demonstrate|consider|examine|develop|derive|report|analy[sz]e)\b/i,
  /\b(?:with respect to|in contrast|moreover|furthermore|respectively|whereas)\b/i,
]

/**
 * Chosen on abstracts and surveys other than those of the respondents that the expressions were collected from: two find
 * 185 of 897 abstracts and 2 of 21,219 answers of people, one finds 275 and 41.
 */
const STUDY_MARKS = 2

const DEFINITION =
  /^(?:the |an? )?[\w' -]{2,60}? (?:(?:is|are) (?:the (?:act|process|practice|study|state|art|use) of|defined as|any |a term|a (?:type|form|kind) of|an act of|when a person)|refers to\b)/i
const ENTRY =
  /^[^.!?]{2,120}? (?:is|was|are|were) (?:an?|the|one of the) [^.!?]{0,80}?\b(?:located|founded|known as|released|born|written by|directed by|based in|american|british|canadian|french|german|indian|species|genus|city in|town in|village|album|film|band|television|novel|century|professional|singer|actor|actress|politician|football|county|province|river|island|published)\b/i
/** A date in parentheses; people also date their own lives: "lost my job in March 2020". */
const DATED = /\((?:born )?(?:[A-Z][a-z]+ \d{1,2}, \d{4}|\d{1,2} [A-Z][a-z]+ \d{4})/
/** Questions whose answer may begin like an entry: "Leeds is a city in the north". */
const ASKS_FOR_THING =
  /\b(?:city|town|village|place|region|country|live|film|movie|show|series|band|album|music|song|book|novel|singer|actor|artist|company|employer|team|club|brand|school|university)s?\b/
/** Results of a search engine: parts of sentences, with dots between. */
const EXCERPTS = /\w[.,]?\s?\.\.\.\s*(?=[A-Z0-9])|\.\.\.\s*$/g
const MIN_EXCERPTS = 2

const MIN_WORDS = 12

const SINGULAR = /\b(?:i|me|my|mine|myself|im|ive)\b/
const PLURAL = /\b(?:we|us|our|ours|ourselves)\b/
const READER = /\b(?:you|your|yours)\b/

/** Questions whose answer may be such a passage. */
const ASKS_FOR_TEXTS =
  /\b(?:stud(?:y|ies)|paper|papers|research|literature|define|definition|mean|means|meaning|term|abstract|summar\w+|cite|source|sources|reference|references|what is|what are|explain|describe what)\b/

/** English only. */
export function isScraped(plain: string, question: string): boolean {
  const asked = foldQuestion(question)
  if (!asksReader(asked) || (ASKS_FOR_TEXTS.test(asked) && !/\byour\b/.test(asked))) return false
  const folded = foldText(plain)
  if (folded.split(' ').length < MIN_WORDS || SINGULAR.test(folded)) return false
  if (STUDY.filter((mark) => mark.test(plain)).length >= STUDY_MARKS) return true
  if (PLURAL.test(folded)) return false
  if ((plain.match(EXCERPTS) ?? []).length >= MIN_EXCERPTS) return true
  return (
    !READER.test(folded) &&
    (DEFINITION.test(plain) || DATED.test(plain) || (ENTRY.test(plain) && !ASKS_FOR_THING.test(asked)))
  )
}
