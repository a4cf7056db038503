/** The cookie with the signed result, which `cookie.js` sets. Without schemas, so that the browser can import it. */
export const RESULT_COOKIE = 'byhand-result'

export const RESULT_LIFE_MS = 120_000
