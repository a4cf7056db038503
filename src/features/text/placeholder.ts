/** Texts that are no answer in any language: placeholder text and program code. */
import { foldText } from './normalize.ts'
import { foldQuestion } from './question_words.ts'
import { wordsOf } from './words.ts'

export type Placeholder = 'placeholder text' | 'program code' | 'an identifier'

/** Words of the usual placeholder texts. Shorter ones also occur in Spanish or Italian. */
const LOREM = new Set(
  `lorem ipsum consectetur adipiscing eiusmod tempor incididunt labore dolore aliqua minim veniam nostrud exercitation
ullamco laboris aliquip commodo consequat reprehenderit voluptate cillum fugiat nulla pariatur excepteur occaecat
cupidatat proident officia deserunt mollit laborum perspiciatis omnis natus voluptatem accusantium doloremque laudantium
totam aperiam eaque inventore veritatis architecto beatae vitae dicta explicabo ipsam aspernatur consequuntur magni
dolores ratione sequi nesciunt neque porro quisquam dolorem numquam tempora incidunt magnam aliquam quaerat suspendisse
vestibulum pellentesque curabitur vivamus maecenas fermentum tincidunt ultricies facilisis habitant morbi tristique
senectus netus malesuada fames turpis egestas amet elit enim quis nisi duis aute irure velit esse sint sunt culpa anim
unde iste error sit sed ut et ex ea eu id est qui in ad do`.split(/\s+/),
)

/** Words that occur in no other kind of text. */
const TYPICAL_CHARS = 5
const MIN_TYPICAL = 3
const LOREM_SHARE = 0.7

/** Keywords and punctuation of program code, which prose has singly at most. */
const CODE_MARKS =
  /\b(?:const|let|var|def|elif|return|function|import|public|static|void|print|printf|println|console\.log)\b(?=[\s(.=])|=>|[=!]==?|\+\+|&&|\|\||\)\s?[{;]|;\s?(?:\n|$|\})|^ ?[{}]|<\/?[a-z][\w-]{0,20}(?: [^<>]{0,120})?>|\b(?:select\b.{1,80}\bfrom|insert into|drop table|create table|where \w{1,40} ?=)|\{\s?"\w{1,40}"\s?:|"\w{1,40}"\s?:\s?[[{"\d]/gim
const MIN_CODE_MARKS = 3

/** The share of characters that are brackets, operators and the like; prose has less than a twentieth. */
const CODE_PUNCTUATION = /[{}()[\]<>=;:"'+*/|&$#\\_]/g
const CODE_PUNCTUATION_SHARE = 0.06

export function placeholderIn(plain: string): Placeholder | null {
  if (isLorem(wordsOf(foldText(plain))) || TEMPLATE.test(plain)) return 'placeholder text'
  if (IDENTIFIER.test(plain)) return 'an identifier'
  return isCode(plain) ? 'program code' : null
}

/** What a program or a chatbot left unfilled: "[Your answer here]", "{{response}}", "[object Object]". */
const TEMPLATE =
  /^\s*(?:undefined|NaN)\s*$|\[object Object\]|\{\{\s?[\w.]{1,40}\s?\}\}|\[(?:your|insert|enter|write|type) [^\]]{1,40}\]/i

/** Nothing but UUIDs or long hexadecimal numbers. */
const IDENTIFIER =
  /^(?:\{?[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\}?|(?=[0-9a-f]*[a-f])(?=[0-9a-f]*\d)[0-9a-f]{16,})(?:[\s,;]+(?:\{?[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\}?|[0-9a-f]{16,}))*$/i

const ASKS_FOR_IDENTIFIER = /\b(?:id|ids|identifier|code|key|token|number|hash|uuid|guid|serial)\b/

export const asksForIdentifier = (question: string): boolean =>
  ASKS_FOR_IDENTIFIER.test(foldQuestion(question))

const ADDRESSES = /(?<!\S)(?:https?:\/\/|www\.)\S+/gi
const ASKS_FOR_ADDRESS =
  /\b(?:links?|urls?|websites?|web|sites?|pages?|address|issues?|sources?|references?|repo\w*|profiles?|channels?|portfolio|github)\b/

/** Nothing but web addresses, where the question does not ask for one. */
export function isBareAddress(plain: string, question: string): boolean {
  if (!/https?:\/\/|www\./i.test(plain)) return false
  return !/[\p{L}\p{N}]/u.test(plain.replace(ADDRESSES, '')) && !ASKS_FOR_ADDRESS.test(foldQuestion(question))
}

function isLorem(words: readonly string[]): boolean {
  const found = words.filter((word) => LOREM.has(word))
  const typical = new Set(found.filter((word) => word.length >= TYPICAL_CHARS))
  return typical.size >= MIN_TYPICAL && found.length >= LOREM_SHARE * words.length
}

function isCode(plain: string): boolean {
  const characters = plain.replace(/\s+/g, '').length
  const punctuation = plain.match(CODE_PUNCTUATION)?.length ?? 0
  if (punctuation < CODE_PUNCTUATION_SHARE * characters) return false
  return (plain.match(CODE_MARKS)?.length ?? 0) >= MIN_CODE_MARKS
}

/** Questions whose answer may be code. */
const TECHNICAL =
  /\b(?:cod(?:e|es|ing)|program\w*|software|develop(?:er|ers|ment)|script\w*|function\w*|sql|html|css|api|python|java\w*|haskell|rust|query|queries|regex|command\w*|compil\w*|librar(?:y|ies)|package\w*|snippet\w*|algorithm\w*|debug\w*|github|framework\w*|codigo|programm\w*|quellcode|logiciel)\b/

export function isTechnical(question: string): boolean {
  return TECHNICAL.test(foldText(question))
}
