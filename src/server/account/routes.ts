/** Login and account pages: no script, no frame, no other host, and no form from anybody else's page. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { openClientAddress, rateSubject } from '../client_address.ts'
import { ApiError } from '../errors.ts'
import type { Services } from '../services.ts'
import { LOGIN_LIFE_MS, type LoginAnswer, openAccounts, type Refusal } from './accounts.ts'
import { clearedCookie, loginCookie, readLoginCookie } from './cookie.ts'
import { accountPage, firstLoginPage, loginPage, refusedPage, STYLE, spentLinkPage } from './pages.ts'
import { PasswordsBusy } from './passwords.ts'
import { isSameSite } from './same_site.ts'
import { openLoginThrottle } from './throttle.ts'

const FORM_BYTES = 8 * 1024

const PAGE_HEADERS = {
  'content-security-policy':
    "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  // Under `no-referrer` browsers call their own origin `null`, and a form could not be told from a stranger's.
  'referrer-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
} as const

/** Browsers heed these on https alone. */
const SECURE_HEADERS = {
  'cross-origin-opener-policy': 'same-origin',
  'strict-transport-security': 'max-age=31536000',
} as const

const STATUS: Readonly<Record<Refusal, number>> = {
  spent: 410,
  email: 422,
  password: 422,
  wrong: 401,
  throttled: 429,
}
const THROTTLE_RETRY_S = 900

export async function accountRoutes(app: FastifyInstance, services: Services): Promise<void> {
  const { config, store, now } = services
  const accounts = openAccounts({ store: store.accounts, throttle: openLoginThrottle(), now })
  const addresses = openClientAddress(config.trustedProxies)
  const secure = config.publicUrl?.startsWith('https:') ?? false
  const addressOf = (request: FastifyRequest) => rateSubject(addresses.of(request.raw))

  await app.register(async (scope) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: FORM_BYTES },
      (_request, body, done) => done(null, new URLSearchParams(body as string)),
    )
    scope.addHook('onRequest', async (request, reply) => {
      reply.headers(PAGE_HEADERS)
      if (secure) reply.headers(SECURE_HEADERS)
      if (request.method !== 'POST' || isSameSite(request, config.publicUrl)) return
      return sendPage(reply.code(403), refusedPage('Refused', 'This form was sent from another site.'))
    })

    const enter = (
      reply: FastifyReply,
      answer: LoginAnswer,
      again: (refused: Refusal) => string,
      next = '/account',
    ) => {
      if ('token' in answer) {
        const cookie = loginCookie(answer.token, secure, LOGIN_LIFE_MS / 1000)
        return reply.header('set-cookie', cookie).redirect(next, 303)
      }
      if (answer.refused === 'throttled') reply.header('retry-after', String(THROTTLE_RETRY_S))
      return sendPage(reply.code(STATUS[answer.refused]), again(answer.refused))
    }

    scope.get('/account.css', (_request, reply) => reply.type('text/css; charset=utf-8').send(STYLE))

    scope.get('/login/first', async (request, reply) => {
      const token = queryOf(request, 'token')
      if (!(await accounts.isLink(token))) return sendPage(reply.code(410), spentLinkPage())
      return sendPage(reply, firstLoginPage(token, ''))
    })

    scope.post('/login/first', async (request, reply) => {
      const { token, email, password } = readForm(request)
      const answer = await whenNotBusy(accounts.acceptLink(token, email, password, addressOf(request)))
      return enter(reply, answer, (refused) =>
        refused === 'spent' ? spentLinkPage() : firstLoginPage(token, email, refused),
      )
    })

    scope.get('/login', (request, reply) => sendPage(reply, loginPage('', ownPath(queryOf(request, 'next')))))

    scope.post('/login', async (request, reply) => {
      const { email, password, next } = readForm(request)
      const answer = await whenNotBusy(accounts.login(email, password, addressOf(request)))
      const path = ownPath(next)
      return enter(reply, answer, (refused) => loginPage(email, path, refused), path)
    })

    scope.post('/logout', async (request, reply) => {
      const token = readLoginCookie(request, secure)
      if (token !== undefined) await accounts.logout(token)
      return reply.header('set-cookie', clearedCookie(secure)).redirect('/login', 303)
    })

    scope.get('/account', async (request, reply) => {
      const token = readLoginCookie(request, secure)
      const who = token === undefined ? null : await accounts.find(token)
      if (who === null) return reply.redirect('/login', 303)
      const workspaces = await Promise.all(
        who.roles.map(async ({ workspace, role }) => ({
          name: (await store.keys.workspace(workspace))?.name ?? workspace,
          role,
          keys: await store.keys.list(workspace),
        })),
      )
      return sendPage(reply, accountPage(who.member.email, workspaces, now()))
    })
  })
}

async function whenNotBusy(answer: Promise<LoginAnswer>): Promise<LoginAnswer> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof PasswordsBusy) throw new ApiError('overloaded', { retryAfterS: 5 })
    throw error
  }
}

function readForm({ body }: FastifyRequest) {
  const form = body instanceof URLSearchParams ? body : new URLSearchParams()
  const text = (name: string) => form.get(name) ?? ''
  return { token: text('token'), email: text('email'), password: text('password'), next: text('next') }
}

const queryOf = ({ url }: FastifyRequest, name: string): string =>
  new URL(url, 'http://local').searchParams.get(name) ?? ''

/** Where to go after a login: a page of ours, never another host (`//host`, `/\\host`). */
function ownPath(path: string): string {
  return /^(\/[\w.~-]+)+$/.test(path) ? path : '/account'
}

function sendPage(reply: FastifyReply, page: string): FastifyReply {
  return reply.type('text/html; charset=utf-8').send(page)
}
