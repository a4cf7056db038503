/** Headers of an answer under way: Fastify's reply takes them, and so does the plain list of an answer made without it. */

export interface AnswerHeaders {
  header(name: string, value: string): AnswerHeaders
  removeHeader(name: string): AnswerHeaders
}

/** An answer of the API is data: nothing in it may run, be framed, be sniffed or be kept. */
export function ownHeaders(requestId: string): Record<string, string> {
  return {
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
    'x-request-id': requestId,
  }
}

export function plainHeaders(fields: Record<string, string>): AnswerHeaders {
  const headers: AnswerHeaders = {
    header(name, value) {
      fields[name] = value
      return headers
    },
    removeHeader(name) {
      delete fields[name]
      return headers
    },
  }
  return headers
}
