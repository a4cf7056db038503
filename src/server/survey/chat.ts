/** One reply of a model behind an OpenAI-compatible API that the operator configures. */
import { baseUrl } from '../addresses/base_url.ts'

export interface ChatOptions {
  /** Such as `http://127.0.0.1:11434/v1`. */
  readonly url: string
  readonly key?: string | undefined
  readonly model: string
  readonly fetch?: typeof globalThis.fetch
}

export interface ChatRequest {
  readonly messages: readonly { readonly role: 'system' | 'user'; readonly content: string }[]
  /** Further fields of the API. */
  readonly settings?: Readonly<Record<string, unknown>>
  readonly signal: AbortSignal
}

/** Rejects with a `ChatError` if the model gives no text. */
export type Chat = (request: ChatRequest) => Promise<string>

/** The message is a sentence for members. It repeats nothing that the model or the API sent. */
export class ChatError extends Error {
  override readonly name = 'ChatError'
}

const MAX_REPLY_BYTES = 64 * 1024

export function openChat({ url, key, model, fetch = globalThis.fetch }: ChatOptions): Chat {
  const address = `${baseUrl(url)}/chat/completions`
  return async ({ messages, settings, signal }) => {
    try {
      const response = await fetch(address, {
        method: 'POST',
        redirect: 'error',
        signal,
        headers: { 'content-type': 'application/json', ...(key && { authorization: `Bearer ${key}` }) },
        body: JSON.stringify({ model, ...settings, messages }),
      })
      if (!response.ok) throw new ChatError(`The model returned status ${response.status}.`)
      return textIn(await readCapped(response))
    } catch (cause) {
      if (cause instanceof ChatError) throw cause
      if (signal.aborted) throw new ChatError('The model did not reply before the timeout.', { cause })
      throw new ChatError('The model cannot be reached.', { cause })
    }
  }
}

async function readCapped(response: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength
    if (size > MAX_REPLY_BYTES) throw new ChatError('The reply of the model is too long.')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

interface Completion {
  readonly choices?: readonly { readonly message?: { readonly content?: unknown } }[]
}

function textIn(body: string): string {
  try {
    const content = (JSON.parse(body) as Completion).choices?.[0]?.message?.content
    if (typeof content === 'string') return content
  } catch {
    // Not JSON, or not an object.
  }
  throw new ChatError('The reply of the model has no text.')
}
