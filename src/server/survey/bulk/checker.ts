/** Who judges the rows of a bulk run: this process, or a service somewhere. */
import type { SurveyResultV021 } from '../../../contract/survey.ts'
import { baseUrl } from '../../base/base_url.ts'
import { ApiError } from '../../http/errors.ts'
import { checkSurvey } from '../check.ts'
import type { SurveyService } from '../service.ts'

export interface RowRequest {
  readonly survey_id: unknown
  readonly participant_id: unknown
  readonly [field: string]: unknown
}

/** A row that was refused is told so, and the run goes on. */
export type RowVerdict = { readonly result: SurveyResultV021 } | { readonly refused: string }

export type Checker = (request: RowRequest) => Promise<RowVerdict>

/** The run cannot go on: wrong key, unreachable service. */
export class CheckerFault extends Error {
  override readonly name = 'CheckerFault'
}

export function openLocalChecker(service: SurveyService, workspace: string): Checker {
  return async (request) => {
    try {
      const body = await checkSurvey(service, {
        workspace,
        version: 'v021',
        bytes: new TextEncoder().encode(JSON.stringify(request)),
        contentType: 'application/json',
        contentEncoding: '',
      })
      return { result: JSON.parse(body) as SurveyResultV021 }
    } catch (error) {
      if (error instanceof ApiError && error.status < 500) return { refused: sentenceOf(error) }
      throw error
    }
  }
}

function sentenceOf(error: ApiError): string {
  const fields = error.options.errors?.map(({ pointer, detail }) => `${pointer} ${detail}`.trim())
  return fields?.join('; ') ?? error.message
}

/** A busy service says when to come back; this often we do. */
const TRIES = 8
const LONGEST_WAIT_S = 60

export interface RemoteOptions {
  /** With or without the path. */
  readonly url: string
  readonly key: string
  readonly fetch?: typeof globalThis.fetch
  readonly wait?: (ms: number) => Promise<void>
}

export function openRemoteChecker({
  url,
  key,
  fetch = globalThis.fetch,
  wait = sleep,
}: RemoteOptions): Checker {
  const address = /\/survey-check\//.test(url) ? url : `${baseUrl(url)}/survey-check/v021`

  async function send(request: RowRequest): Promise<Response> {
    try {
      return await fetch(address, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-api-key': key },
        body: JSON.stringify(request),
      })
    } catch (error) {
      const cause = error instanceof Error && error.cause instanceof Error ? `: ${error.cause.message}` : ''
      throw new CheckerFault(`${address} cannot be reached${cause}`)
    }
  }

  return async (request) => {
    for (let attempt = 1; ; attempt++) {
      const response = await send(request)
      if (response.ok) return { result: (await response.json()) as SurveyResultV021 }
      const problem = (await response.json().catch(() => ({}))) as Problem
      if (response.status === 429 || response.status === 503) {
        if (attempt === TRIES) throw new CheckerFault(`${address} stays busy`)
        const seconds = Number(response.headers.get('retry-after')) || attempt
        await wait(Math.min(seconds, LONGEST_WAIT_S) * 1000)
        continue
      }
      if (response.status === 400 || response.status === 413) return { refused: told(problem) }
      throw new CheckerFault(`${address} answered ${response.status}: ${told(problem)}`)
    }
  }
}

interface Problem {
  readonly detail?: string
  readonly errors?: readonly { readonly pointer: string; readonly detail: string }[]
}

const told = ({ detail, errors }: Problem) =>
  errors?.map((error) => `${error.pointer} ${error.detail}`.trim()).join('; ') ?? detail ?? 'no reason given'

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
