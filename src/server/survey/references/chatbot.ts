/** Asks the configured model for reference answers to a question, as a researcher would ask a chatbot. */
import { REFERENCE_LIMITS } from '../../../contract/limits.ts'
import { REFERENCE_PROMPTS } from '../../../contract/reference_prompts.ts'
import { type Chat, ChatError } from '../chat.ts'

/** Different answers to one question. Rejects with a `ChatError` if there is none. */
export type AskChatbot = (question: string) => Promise<string[]>

/** Twelve in all: ten reference answers find more than five. */
const ANSWERS_EACH = 4
/** A member waits for all of them. Proxies often end a request after a minute. */
const TIMEOUT_MS = 45_000

export function openChatbot(chat: Chat, timeoutMs = TIMEOUT_MS): AskChatbot {
  return async (question) => {
    const signal = AbortSignal.timeout(timeoutMs)
    const failures: unknown[] = []
    const answers: string[] = []
    await Promise.all(
      Object.values(REFERENCE_PROMPTS).map(async (promptFor) => {
        const messages = [{ role: 'user', content: promptFor(question) }] as const
        try {
          // Each in a new chat, one after the other: the model may run on a small machine.
          for (let at = 0; at < ANSWERS_EACH; at++) answers.push(await chat({ messages, signal }))
        } catch (error) {
          failures.push(error)
        }
      }),
    )
    const usable = new Set(answers.map((text) => text.trim().toWellFormed()))
    const fitting = [...usable].filter((text) => text !== '' && text.length <= REFERENCE_LIMITS.chars)
    if (fitting.length > 0) return fitting
    throw failures[0] ?? new ChatError('The model gave no usable answers.')
  }
}
