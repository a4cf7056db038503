/** The client of the API. */
import { randomUUID } from 'node:crypto'
import { addressOf, type CallArguments, type CallResult, type Method, type PathWith } from './call.ts'
import { isSiteKey } from './check_options.ts'
import type {
  AgentFinding,
  AgentRequest,
  EventLog,
  ExplainedSurveyResultV021,
  SessionReport,
  SurveyRequestV012,
  SurveyRequestV021,
  SurveyResultV012,
  SurveyResultV021,
  TagSessions,
  UserSessions,
  VerifyAnswer,
} from './contract.ts'
import { type HttpOptions, openHttp } from './http.ts'
import { openSignedResult } from './signed_result.ts'

export interface ClientOptions extends HttpOptions {
  /** Decrypts signed results without a request: the output of `byhand workspaces result-secret`. */
  readonly resultSecret?: string | readonly string[] | undefined
}

export interface ListOptions {
  /** At most 100, which is the default. */
  readonly limit?: number
  readonly minScore?: number
  /** `next` of the previous page. */
  readonly before?: string
}

/** `next` is absent on the last page. */
export type Page<Body> = Body & { readonly next?: string }

export interface WaitOptions {
  readonly waitSeconds?: number
}

export interface SurveyOptions extends WaitOptions {
  /** Adds the verdict, the reasons, and the evidence of every check. */
  readonly explain?: boolean
}

export interface VerifyOptions {
  /** Hosts of your pages, such as `shop.example.org`. By default, the service compares with the origins of the site key. */
  readonly hostnames?: readonly string[] | undefined
  /** Redeem the result, so that a second request with it is rejected. Without effect offline. */
  readonly once?: boolean | undefined
}

export interface Client {
  /** `waitSeconds`, 0 to 5: waits for the last actions of a page that has just been submitted. */
  report(sessionId: string, options?: WaitOptions): Promise<SessionReport>
  events(sessionId: string): Promise<EventLog>
  userSessions(userId: string, options?: ListOptions): Promise<Page<UserSessions>>
  tagSessions(tag: string, options?: ListOptions): Promise<Page<TagSessions>>
  /** `waitSeconds`, 0 to 5: waits for typing of the session that the browser is still sending. */
  checkSurvey(
    request: SurveyRequestV021,
    options: SurveyOptions & { readonly explain: true },
  ): Promise<ExplainedSurveyResultV021>
  checkSurvey(request: SurveyRequestV021, options?: SurveyOptions): Promise<SurveyResultV021>
  checkSurveyV012(request: SurveyRequestV012, options?: WaitOptions): Promise<SurveyResultV012>
  /** Offline if the client has the result secret, else by a request. */
  verifyResult(result: string, siteKey: string, options?: VerifyOptions): Promise<VerifyAnswer>
  /** Verifies the Web Bot Auth signature of a request that your server got. */
  verifyAgent(request: AgentRequest): Promise<AgentFinding>
  /**
   * Any endpoint, with the types of the OpenAPI document: `call('PUT', '/v1/sessions/{sessionId}/label', { path: {
   * sessionId }, body: { label: 'bot' } })`. `GET` and `PUT` are retried, because a repetition changes nothing.
   */
  call<M extends Method, Path extends PathWith<M>>(
    method: M,
    path: Path,
    ...input: CallArguments<M, Path>
  ): Promise<CallResult<M, Path>>
}

interface AnyInput {
  readonly path?: Readonly<Record<string, unknown>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: unknown
}

export function openClient(options: ClientOptions): Client {
  const send = openHttp(options)
  const { resultSecret } = options

  const get = <Body>(path: string, query: Readonly<Record<string, unknown>>, extraMs = 0) =>
    send<Body>({ method: 'GET', path: addressOf(path, {}, query), isIdempotent: true, extraMs })

  async function list<Body>(path: string, query: object, { limit, minScore, before }: ListOptions = {}) {
    const { body, headers } = await get<Body>(path, { ...query, limit, min_score: minScore, before })
    const next = /[?&]before=([^&>]+)[^>]*>; *rel="next"/.exec(headers.get('link') ?? '')?.[1]
    return { ...body, ...(next !== undefined && { next: decodeURIComponent(next) }) }
  }

  /** The same body again returns the stored result, so a repetition is harmless. */
  async function survey<Body>(
    version: string,
    body: unknown,
    { waitSeconds = 0, explain }: SurveyOptions = {},
  ): Promise<Body> {
    const path = addressOf(`/survey-check/${version}`, {}, { wait: waitSeconds || undefined, explain })
    const extraMs = waitSeconds * 1000
    return (await send<Body>({ method: 'POST', path, body, isIdempotent: true, extraMs })).body
  }

  return {
    async report(sessionId, { waitSeconds = 0 } = {}) {
      const query = { sessionId, wait: waitSeconds || undefined }
      return (await get<SessionReport>('/v1/sessions/report', query, waitSeconds * 1000)).body
    },
    async events(sessionId) {
      return (await get<EventLog>('/v1/sessions/events', { sessionId })).body
    },
    userSessions: (userId, given) => list<UserSessions>('/v1/users/sessions', { userId }, given),
    tagSessions: (tag, given) => list<TagSessions>('/v1/tags/sessions', { tag }, given),
    checkSurvey: (request: SurveyRequestV021, given?: SurveyOptions) =>
      survey<ExplainedSurveyResultV021>('v021', request, given),
    checkSurveyV012: (request, given) => survey('v012', request, given),
    async verifyResult(result, siteKey, { hostnames, once = false } = {}) {
      // Without one, the service accepts results of every site of the workspace.
      if (!isSiteKey(siteKey)) throw new TypeError('siteKey must be a site key, bh_pk_…')
      if (resultSecret !== undefined) {
        return openSignedResult(result, { secret: resultSecret, siteKey, hostnames })
      }
      const body = {
        result,
        site_key: siteKey,
        ...(hostnames && { hostnames }),
        // The client may repeat the request, but nobody else.
        ...(once && { once, idempotency_key: randomUUID() }),
      }
      const path = '/v1/results/verify'
      return (await send<VerifyAnswer>({ method: 'POST', path, body, isIdempotent: true })).body
    },
    async verifyAgent(body) {
      const path = '/v1/agents/verify'
      return (await send<AgentFinding>({ method: 'POST', path, body, isIdempotent: true })).body
    },
    async call<M extends Method, Path extends PathWith<M>>(
      method: M,
      template: Path,
      ...[input]: CallArguments<M, Path>
    ) {
      const { path, query, body } = (input ?? {}) as AnyInput
      const isIdempotent = method === 'GET' || method === 'PUT'
      const address = addressOf(template, path, query)
      return (await send<CallResult<M, Path>>({ method, path: address, body, isIdempotent })).body
    },
  }
}
