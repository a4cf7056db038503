/** The pages of a survey link, which participants see. They say nothing about results. */
import { hash } from 'node:crypto'

const STYLE = `body{font:1.125rem/1.5 system-ui,sans-serif;max-width:34rem;margin:3rem auto;padding:0 1rem;color:#1b1b1f;background:#fff}
a.button{display:inline-block;margin:.5rem .75rem .5rem 0;padding:.6rem 1.2rem;border-radius:.4rem;border:1px solid #1d4ed8;color:#1d4ed8;text-decoration:none}
a.primary{background:#1d4ed8;color:#fff}
code{font-size:1.5rem}
@media(prefers-color-scheme:dark){body{color:#e8e8ec;background:#16161a}a.button:not(.primary){color:#93b4ff;border-color:#93b4ff}}`

export const PAGE_HEADERS = {
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "connect-src 'self'",
    `style-src 'sha256-${hash('sha256', STYLE, 'base64')}'`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
} as const

export interface StartPage {
  readonly title: string
  readonly siteKey: string
  readonly scriptFile: string
  readonly participant: string
  readonly asksConsent: boolean
  /** With `{session}` in place of the session id. */
  readonly surveyUrl: string
  /** Without a session, for browsers that do not run the script. */
  readonly plainUrl: string
}

export function startPage(page: StartPage): string {
  const { title, siteKey, scriptFile, participant, asksConsent, surveyUrl, plainUrl } = page
  const script =
    `<script src="/integrations/link.js" data-src="/${escaped(scriptFile)}" data-site-key="${escaped(siteKey)}"` +
    ` data-participant="${escaped(participant)}" data-tag="${escaped(title)}"${asksConsent ? ' data-consent="wait"' : ''} defer></script>`
  const link = (text: string, more: string) =>
    `<a class="button${more}" href="${escaped(plainUrl)}" rel="noreferrer">${text}</a>`
  const recorded = `<a class="button primary" id="start" href="${escaped(plainUrl)}" data-survey-url="${escaped(surveyUrl)}" rel="noreferrer">`
  const body = asksConsent
    ? `<p>To protect this study against bots, this page records how you use it (such as mouse movements) and properties of your browser. It records nothing on other pages. Do you agree?</p>
<p>${recorded}Agree and start</a>${link('Start without recording', '')}</p>`
    : `<p>To protect this study against bots, this page records how you use it (such as mouse movements) and properties of your browser.</p>
<p>${recorded}Start the survey</a></p>`
  return document(title, body, script)
}

export const codePage = (title: string, code: string): string =>
  document(
    title,
    `<p>Thank you. Copy this completion code and enter it where you started the study:</p><p><code>${escaped(code)}</code></p>`,
  )

const document = (title: string, body: string, head = ''): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>${escaped(title)}</title><style>${STYLE}</style>${head}</head><body><h1>${escaped(title)}</h1>${body}</body></html>`

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => ENTITIES[character] as string)
