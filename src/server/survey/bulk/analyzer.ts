/** Analyzes the rows of a bulk run: in this process, or through a remote service. */
import type { Explanation, SurveyResultV021 } from '../../../contract/survey.ts'
import { baseUrl } from '../../addresses/base_url.ts'
import { ApiError } from '../../http/errors.ts'
import { analyzeRequest } from '../analyze_request.ts'
import type { SurveyService } from '../service.ts'

export interface RowRequest {
  readonly survey_id: unknown
  readonly participant_id: unknown
  readonly [field: string]: unknown
}

/** `rejected`: the reason why a row was rejected. The run continues. */
export type RowResult = { readonly result: VerdictResult } | { readonly rejected: string }

/** A result with its verdict, without the details: the reasons say enough for a row. */
export type VerdictResult = SurveyResultV021 & Omit<Explanation, 'explanation'>

/**
 * `collect`: the answers are stored, so that other rows are compared with them. `analyze`: the result is wanted.
 * `discard`: answers that were only collected are removed.
 */
export type RowStep = 'collect' | 'analyze' | 'discard'

export type RowAnalyzer = (request: RowRequest, step: RowStep) => Promise<RowResult>

/** The run cannot continue: wrong key, unreachable service. */
export class AnalyzerFault extends Error {
  override readonly name = 'AnalyzerFault'
}

export const openLocalAnalyzer =
  (service: SurveyService, workspace: string): RowAnalyzer =>
  (request, step) =>
    analyzeRowBytes(service, workspace, new TextEncoder().encode(JSON.stringify(request)), step)

/** `bytes`: the request as JSON. */
export async function analyzeRowBytes(
  service: SurveyService,
  workspace: string,
  bytes: Uint8Array<ArrayBuffer>,
  step: RowStep,
): Promise<RowResult> {
  try {
    const body = await analyzeRequest(service, {
      workspace,
      version: 'v021',
      explain: true,
      collect: step === 'collect',
      bytes,
      contentType: 'application/json',
      contentEncoding: '',
      turn: { key: 'files' },
    })
    return { result: withoutDetails(JSON.parse(body)) }
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) return { rejected: reasonOf(error) }
    throw error
  }
}

const withoutDetails = ({ explanation: _, ...result }: SurveyResultV021 & Explanation): VerdictResult =>
  result

function reasonOf(error: ApiError): string {
  const fields = error.options.errors?.map(({ pointer, detail }) => `${pointer} ${detail}`.trim())
  return fields?.join('; ') ?? error.message
}

/** How often a request is repeated while the service answers 429 or 503. */
const TRIES = 8
const LONGEST_WAIT_S = 60

export interface RemoteOptions {
  /** With or without the path of the endpoint. */
  readonly url: string
  readonly key: string
  readonly fetch?: typeof globalThis.fetch
  readonly wait?: (ms: number) => Promise<void>
}

export function openRemoteAnalyzer({
  url,
  key,
  fetch = globalThis.fetch,
  wait = sleep,
}: RemoteOptions): RowAnalyzer {
  const address = new URL(/\/survey-check\//.test(url) ? url : `${baseUrl(url)}/survey-check/v021`)
  address.searchParams.set('explain', 'true')

  const collecting = new URL(address)
  collecting.searchParams.set('collect', 'true')

  async function send(request: RowRequest, step: RowStep): Promise<Response> {
    try {
      return await fetch(step === 'collect' ? collecting : address, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-api-key': key },
        body: JSON.stringify(request),
      })
    } catch (error) {
      const cause = error instanceof Error && error.cause instanceof Error ? `: ${error.cause.message}` : ''
      throw new AnalyzerFault(`${address} cannot be reached${cause}.`)
    }
  }

  return async (request, step) => {
    for (let attempt = 1; ; attempt++) {
      const response = await send(request, step)
      if (response.ok)
        return { result: withoutDetails((await response.json()) as SurveyResultV021 & Explanation) }
      const problem = (await response.json().catch(() => ({}))) as Problem
      if (response.status === 429 || response.status === 503) {
        if (attempt === TRIES) throw new AnalyzerFault(`${address} is overloaded. Try again later.`)
        const seconds = Number(response.headers.get('retry-after')) || attempt
        await wait(Math.min(seconds, LONGEST_WAIT_S) * 1000)
        continue
      }
      if (response.status === 400 || response.status === 413) return { rejected: detailOf(problem) }
      throw new AnalyzerFault(`${address} returned status ${response.status}: ${detailOf(problem)}`)
    }
  }
}

interface Problem {
  readonly detail?: string
  readonly errors?: readonly { readonly pointer: string; readonly detail: string }[]
}

const detailOf = ({ detail, errors }: Problem) =>
  errors?.map((error) => `${error.pointer} ${error.detail}`.trim()).join('; ') ?? detail ?? 'no reason given'

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
