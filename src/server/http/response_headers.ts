/** Headers of responses. */

export interface ResponseHeaders {
  header(name: string, value: string): ResponseHeaders
}

/** Responses of the API are data: browsers must not execute, frame, sniff or cache them. */
export function defaultHeaders(requestId: string): Record<string, string> {
  return {
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
    'x-request-id': requestId,
  }
}
