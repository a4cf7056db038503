/** The answers in a text that was copied out of a chat: without labels, prompts, headings and polite frames. */

import { REFERENCE_PROMPTS } from '../../../contract/reference_prompts.ts'
import { foldText, plainText } from '../../../features/text/normalize.ts'
import { foldQuestion } from '../../../features/text/question_words.ts'
import { styleWords } from '../../../features/text/style/style_words.ts'
import { MIN_WORDING_WORDS } from '../../../features/text/wording.ts'

const ASSISTANTS = 'chatgpt|gpt-?[\\d.o]*|claude|gemini|copilot|assistant|chatbot|ai|bot'
const ASSISTANT = new RegExp(`^(?:${ASSISTANTS})(?: (?:said|replied|answered))?:?$`, 'i')
const USER = /^(?:you|user|me|human)(?: (?:said|asked|wrote))?:?$/i
/** A label in the line of the text. */
const ASSISTANT_BEFORE = new RegExp(`^(?:${ASSISTANTS})(?: (?:said|replied|answered))?: +`, 'i')
const USER_BEFORE = /^(?:you|user|human)(?: (?:said|asked|wrote))?: /i

const HEADING = /^#{1,6} |^\*\*[^*]{1,80}\*\*:?$|^(?:option|answer|response|version) \d+:?$/i
const RULE = /^(?:[-*_=] ?){3,}$/

const POLITE = '(?:sure|certainly|absolutely|of course|great question|here you go|no problem)'
const ONLY_POLITE = new RegExp(`^${POLITE}[!.]*$`, 'i')
/** "Certainly! Here is how a participant might answer:" and the same without a colon at the end of a line. */
const OPENING = new RegExp(
  `^(?:${POLITE}[!.,]?(?:\\s+|$))?(?:here(?:'s| is| are)|below (?:is|are))\\b[^\\n:]{0,160}(?::\\s*|\\n|$)|^${POLITE}(?:[!.]\\s*|[,:\\u2013-][^\\n:]{0,120}:\\s*)`,
  'i',
)
const CLOSING =
  /(?:^|\s)(?:(?:please )?let me know if\b|i hope (?:this|that|these) helps?\b|feel free to\b|would you like me to\b|do you want me to\b|if you(?:'d| would)? (?:like|want|need)\b[^.!?\n]{0,60}\bi (?:can|could)\b|i can also\b)[^\n]{0,240}$/i

const LIST_ITEM = /^\s*\d{1,3}[.)]\s+(?=\S)/

/** The answers in everything that was pasted into one box: chats with labels, lists, or answers between empty lines. */
export function answersInBox(pasted: string, question: string): string[] {
  const text = plainBreaks(pasted)
  if (text.split('\n').some((line) => isLabel(line.trim()))) return answersInPaste(text, question)
  return text
    .split(/\n[ \t]*\n/)
    .filter((block) => !isOpening(block.trim()))
    .flatMap((block) => answersInPaste(block, question))
}

const isLabel = (line: string): boolean =>
  [USER, USER_BEFORE, ASSISTANT, ASSISTANT_BEFORE].some((label) => label.test(line))

/** An opening in a paragraph of its own. */
const isOpening = (block: string): boolean =>
  ONLY_POLITE.test(block) || (/:$/.test(block) && block.replace(OPENING, '') === '')

export function answersInPaste(pasted: string, question: string): string[] {
  const prompts = new Set([
    foldQuestion(question),
    ...Object.values(REFERENCE_PROMPTS).map((promptFor) => foldText(promptFor(question))),
  ])
  const isPrompt = (line: string): boolean =>
    prompts.has(foldText(line)) || prompts.has(foldText(line.replace(/^(?:q(?:uestion)?\s*\d*)[:.]\s*/i, '')))
  return messagesIn(withoutTags(pasted)).flatMap((message) => {
    const lines = message
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => !HEADING.test(line) && !RULE.test(line) && !isPrompt(line))
    const text = withoutFrame(lines.join('\n').trim())
    return itemsIn(text).flatMap((item) => {
      const answer = withoutMarks(item)
      return answer === '' || isPrompt(answer) ? [] : [answer]
    })
  })
}

const withoutTags = (text: string): string =>
  plainBreaks(text)
    .replace(/<(?:br|\/p|\/li|\/div|\/h\d)\b[^<>]*>/gi, '\n')
    .replace(/<\/?[a-z][^<>]{0,200}>/gi, '')

const plainBreaks = (text: string): string => text.replace(/\r\n?/g, '\n')

/** What the chatbot wrote, message by message. A text without labels is one message. */
function messagesIn(text: string): string[] {
  const messages: string[][] = [[]]
  let isUser = false
  for (const line of text.split('\n')) {
    const trimmed = line.trim()
    if (USER.test(trimmed) || USER_BEFORE.test(trimmed)) isUser = true
    else if (ASSISTANT.test(trimmed)) {
      isUser = false
      messages.push([])
    } else if (ASSISTANT_BEFORE.test(trimmed)) {
      isUser = false
      messages.push([trimmed.replace(ASSISTANT_BEFORE, '')])
    } else if (!isUser) messages.at(-1)?.push(line)
  }
  return messages.map((lines) => lines.join('\n').trim()).filter((message) => message !== '')
}

/** Openings and closings may follow each other: "Certainly! Here is one: … I hope this helps! Let me know if …" */
function withoutFrame(text: string): string {
  let answer = plainText(text)
  for (let before = ''; before !== answer; ) {
    before = answer
    const opened = answer.replace(OPENING, '').trim()
    // "Sure, I like it here" is an answer.
    if (opened !== '') answer = opened
    answer = answer.replace(CLOSING, '').trim()
  }
  return answer
}

/** The items of a numbered list, or the whole text if it is no list of answers. */
function itemsIn(text: string): string[] {
  const items: string[] = []
  for (const line of text.split('\n')) {
    if (LIST_ITEM.test(line)) items.push(line.replace(LIST_ITEM, ''))
    else if (items.length > 0 && line.trim() !== '') items[items.length - 1] += `\n${line}`
  }
  const isOfAnswers = items.length >= 2 && items.every((item) => styleWords(item).length >= MIN_WORDING_WORDS)
  return isOfAnswers ? items : [text]
}

function withoutMarks(text: string): string {
  const bare = text
    .replace(/^[ \t]*(?:[-*\u2022>]|\d{1,3}[.)])[ \t]+/gm, '')
    .replace(/\*\*|__|`|(?<!\w)\*(?=\S)|(?<=\S)\*(?!\w)/g, '')
    // An empty line separates answers.
    .replace(/\n[ \t]*(?:\n[ \t]*)+/g, '\n')
    .trim()
  return /^"[^"]*"$/.test(bare) ? bare.slice(1, -1).trim() : bare
}
