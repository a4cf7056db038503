/** The account's pages. They work without script, without a mouse and at any width. */
import type { KeyRow } from '../../store/keys.ts'
import type { Refusal } from './accounts.ts'
import { type Html, html } from './html.ts'
import { PASSWORD_CHARS } from './passwords.ts'

const SENTENCES: Readonly<Record<Refusal, string>> = {
  spent: 'This link has been used or has expired. Run `byhand login` where the service runs to get another.',
  email: 'Enter an email address.',
  password: `Choose a password of at least ${PASSWORD_CHARS.least} characters.`,
  wrong: 'Email and password do not match.',
  throttled: 'There were too many tries. Wait fifteen minutes.',
}

export function firstLoginPage(token: string, email: string, refused?: Refusal): string {
  return page(
    'First login',
    html`<h1>First login</h1>
      <p>Choose the email and password you will log in with. This link works once.</p>
      ${alert(refused)}
      <form method="post" action="/login/first">
        <input type="hidden" name="token" value="${token}">
        ${field('email', 'Email', 'email', 'username', email)}
        ${field('password', `Password, at least ${PASSWORD_CHARS.least} characters`, 'password', 'new-password')}
        <button>Create the account</button>
      </form>`,
  )
}

export function spentLinkPage(): string {
  return page(
    'Link not valid',
    html`<h1>Link not valid</h1><p>${SENTENCES.spent}</p><p><a href="/login">Log in</a></p>`,
  )
}

/** `next`: where to go afterwards. */
export function loginPage(email: string, next: string, refused?: Refusal): string {
  return page(
    'Log in',
    html`<h1>Log in</h1>
      ${alert(refused)}
      <form method="post" action="/login">
        <input type="hidden" name="next" value="${next}">
        ${field('email', 'Email', 'email', 'username', email)}
        ${field('password', 'Password', 'password', 'current-password')}
        <button>Log in</button>
      </form>`,
  )
}

export interface WorkspaceView {
  readonly name: string
  readonly role: string
  readonly keys: readonly KeyRow[]
}

export function accountPage(email: string, workspaces: readonly WorkspaceView[], now: number): string {
  return page(
    'Account',
    html`<h1>Account</h1>
      <p>Logged in as <bdi>${email}</bdi>.</p>
      ${workspaces.map((workspace) => workspaceSection(workspace, now))}
      <form method="post" action="/logout"><button>Log out</button></form>`,
  )
}

function workspaceSection({ name, role, keys }: WorkspaceView, now: number): Html {
  return html`<h2><bdi>${name}</bdi></h2>
    <p>Your role: ${role}.</p>
    <div class="wide" role="region" aria-label="Keys" tabindex="0"><table>
      <caption>Keys. Make, rotate and revoke them with <code>byhand keys</code>; a key is shown once, when it is made.</caption>
      <thead><tr><th scope="col">Key</th><th scope="col">Name</th><th scope="col">Kind</th><th scope="col">Scopes</th>
        <th scope="col">Created</th><th scope="col">Last used</th><th scope="col">State</th></tr></thead>
      <tbody>${keys.map((key) => keyRow(key, now))}</tbody>
    </table></div>`
}

function keyRow(key: KeyRow, now: number): Html {
  return html`<tr><td><code>${key.prefix}…${key.last4}</code></td><td><bdi>${key.name}</bdi></td><td>${key.kind}</td>
    <td>${key.kind === 'site' ? 'collects only' : key.scopes.join(', ')}</td><td>${day(key.createdAt)}</td>
    <td>${key.lastUsedAt === null ? 'never' : day(key.lastUsedAt)}</td><td>${state(key, now)}</td></tr>`
}

function state({ revokedAt, expiresAt }: KeyRow, now: number): string {
  if (revokedAt !== null && revokedAt <= now) return 'revoked'
  if (expiresAt === null) return 'live'
  return expiresAt <= now ? 'expired' : `live until ${day(expiresAt)}`
}

const day = (ms: number): string => `${new Date(ms).toISOString().slice(0, 16).replace('T', ' ')} UTC`

export function refusedPage(title: string, sentence: string): string {
  return page(title, html`<h1>${title}</h1><p>${sentence}</p><p><a href="/login">Log in</a></p>`)
}

function alert(refused: Refusal | undefined): Html {
  return refused === undefined ? html`` : html`<p role="alert">${SENTENCES[refused]}</p>`
}

function field(name: string, label: string, type: string, autocomplete: string, value = ''): Html {
  return html`<label for="${name}">${label}</label>
    <input id="${name}" name="${name}" type="${type}" autocomplete="${autocomplete}" value="${value}" required>`
}

function page(title: string, body: Html): string {
  return `<!doctype html>\n${
    html`<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
      <title>${title} - Byhand</title><link rel="stylesheet" href="/account.css"></head>
      <body><main>${body}</main></body></html>`.text
  }\n`
}

export const STYLE = `
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
main { max-width: 64rem; margin: 2rem auto; padding: 0 1rem; }
form { display: grid; gap: .5rem; max-width: 24rem; margin: 1.5rem 0; }
input, button { font: inherit; padding: .5rem; }
button { margin-top: .5rem; cursor: pointer; }
[role=alert] { border-left: .25rem solid #b00020; padding-left: .75rem; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; }
caption { text-align: left; padding-bottom: .5rem; }
th, td { text-align: left; padding: .4rem .8rem .4rem 0; border-bottom: 1px solid #8886; white-space: nowrap; }
`
