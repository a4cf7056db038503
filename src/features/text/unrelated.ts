/** Texts that answer no question: advertisements, and instructions to a language model. */
import { foldQuestion } from './question_words.ts'

export type Unrelated =
  | 'an advertisement'
  | 'instructions to a language model'
  | 'a passage of a study or an encyclopedia'

/** An imperative, at the start of a sentence or after "and", "please", "now". */
const START = '(?:^|[.!?:;\\n"\\])>*-]|\\b(?:and|then|please|now|so|just|also|to)\\b)\\s{0,3}'

const INSTRUCTIONS = new RegExp(
  [
    `${START}(?:ignore|disregard|forget|override|bypass)\\b(?: (?:all|any|the|your|my|of|these|those|everything|every))* ?(?:(?:previous|prior|above|earlier|preceding|former|existing|system)(?: \\w+)? )?(?:instructions?|prompts?|rules|directions?|guidelines)\\b`,
    `${START}(?:ignore|disregard|forget) (?:everything|all|anything) (?:above|before|previously|you were told)`,
    `${START}(?:mark|rate|score|classify|grade|label|treat|flag) (?:this|the|my) (?:answer|response|submission|participant|text) (?:as|with|a|an|10|high|human|valid)`,
    '(?:^|\\n) ?(?:system|assistant|developer) ?:\\s',
    '^you are (?:now )?(?:a|an) (?:helpful|ai|large language|language model|expert)\\b.{0,200}\\b(?:assistant|model|ai|instructions?)\\b',
    '\\bignora (?:todas )?(?:las|tus) instrucciones (?:anteriores|previas)',
    '\\bignore[zr]? (?:toutes )?les instructions (?:precedentes|ci-dessus)',
    '\\bignorier(?:e|en sie) (?:alle )?(?:vorherigen|bisherigen|obigen) anweisungen',
  ].join('|'),
  'i',
)

/** Questions about such instructions or about advertisements. */
const ASKS_ABOUT_MODELS =
  /\b(?:ai|chatgpt|gpt|prompts?|instructions?|language models?|chatbots?|assistants?|llms?)\b/
const ASKS_FOR_SLOGANS =
  /\b(?:ad|ads|adverts?|advertis\w*|slogan\w*|promot\w*|marketing|sell|selling|website|headline\w*|spam|offer|offers|subject line)\b/

const ACTION = new RegExp(
  `${START}(?:buy|order|shop|visit|click|subscribe|join|follow|call|text|whatsapp|dm|message|contact|earn|make money|sign up|check out|get your|grab|download|register|start earning|invest|hurry)\\b`,
  'i',
)
const CONTACT =
  /https?:\/\/|\bwww\.|\b[\w-]{1,40}\.(?:com|net|org|shop|xyz|online|site|store|info|biz|io|example)\b|\b(?:whatsapp|telegram)\b|\bt\.me\b|\d[\d ()-]{8,18}\d|\bclick (?:here|the link|below)\b|\blink in bio\b|\bmy (?:website|channel|page|store|shop)\b/i
const OFFER =
  /\b(?:\d+ ?% off|discounts?|best prices?|cheap(?:est)?|great deals?|best deals?|special offer|limited (?:time|offer)|today only|for sale|promo(?: code)?|coupons?|free (?:trial|shipping|delivery|gift|sign ?up)|guaranteed|crypto|bitcoin|forex|trading signals?|casino|betting|loans?|seo|followers|passive income|from home|per (?:day|week)|a (?:day|week)|\$ ?\d[\d,.]*)\b|\$ ?\d[\d,.]+/gi
/** Without a contact. People who give advice on saving money name two. */
const MIN_OFFERS = 3

/** `question`: as shown to the participant. */
export function unrelatedIn(plain: string, question: string): Unrelated | null {
  const asked = foldQuestion(question)
  if (INSTRUCTIONS.test(plain) && !ASKS_ABOUT_MODELS.test(asked)) return 'instructions to a language model'
  return isAdvertisement(plain) && !ASKS_FOR_SLOGANS.test(asked) ? 'an advertisement' : null
}

/** It asks for an action, and says where to act and what is offered. */
function isAdvertisement(plain: string): boolean {
  if (!ACTION.test(plain)) return false
  const offers = new Set((plain.match(OFFER) ?? []).map((offer) => offer.toLowerCase())).size
  return offers >= MIN_OFFERS || (offers > 0 && CONTACT.test(plain))
}
