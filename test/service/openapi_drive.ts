/** Sends every request example of the OpenAPI document to a service, which must return the documented success. */
import { expect } from 'vitest'
import type { UploadItem } from '../../src/contract/dashboard/surveys.ts'
import type { ManageClient } from './manage_client.ts'
import { fetchDocument } from './openapi_schema.ts'
import type { RunningService } from './running_service.ts'

interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required?: boolean
  readonly example: string | number | boolean
}
interface Media {
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>
}
interface Operation {
  readonly operationId: string
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly content: Readonly<Record<string, Media>> }
  readonly responses: Readonly<Record<string, unknown>>
}
export interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly schemas: object }
}

/** These create what the examples of the others name. The first one creates the session. */
const FIRST = [
  'sendBatch',
  'issueResult',
  'checkSurveyV021',
  'createSurveyJob',
  'createKey',
  'createWebhook',
  'testWebhook',
  'saveAgent',
]
/** These remove it. */
const LAST = [
  'updateSettings',
  'clearSessionLabel',
  'erasePerson',
  'deleteWebhook',
  'revokeKey',
  'removeAgent',
]
/** Need a session under review, which takes more than one request, or a model. */
const ELSEWHERE = ['answerStepUp', 'askChatbot']
/** Parameters that need another file than that of the examples, or a time that the service chose. */
const OF_OTHER_DATA = ['condition', 'sheet', 'survey_column', 'analyzed_at']

/** In an order in which each finds what it names. */
async function operationsOf({ address }: RunningService) {
  const { paths } = await fetchDocument<OpenApi>(address)
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )
  const rankOf = ({ operationId }: Operation) =>
    FIRST.includes(operationId) ? FIRST.indexOf(operationId) - FIRST.length : LAST.indexOf(operationId) + 1
  return operations
    .filter(({ operation }) => !ELSEWHERE.includes(operation.operationId))
    .sort((one, other) => rankOf(one.operation) - rankOf(other.operation))
}

/** Of every content type; files in a binary format have no example. */
function bodiesOf({ requestBody }: Operation): { readonly type: string; readonly value: unknown }[] {
  if (requestBody === undefined) return [{ type: '', value: undefined }]
  return Object.entries(requestBody.content).flatMap(([type, { examples = {} }]) =>
    Object.values(examples).map(({ value }) => ({ type, value })),
  )
}

/**
 * One request without optional parameters, and one with each of them and the first body. Nothing can be deleted a second
 * time.
 */
function parametersOf({ parameters = [] }: Operation, method: string): Parameter[][] {
  const required = parameters.filter((parameter) => parameter.required)
  if (method === 'delete') return [required]
  const optional = parameters.filter(({ name, required }) => !required && !OF_OTHER_DATA.includes(name))
  return [required, ...optional.map((parameter) => [...required, parameter])]
}

/** `open`: a client with a key of all permissions. */
export async function driveExamples(
  service: RunningService,
  open: (key: string) => Promise<ManageClient>,
): Promise<void> {
  const workspace = await service.workspace()
  const send = await open((await workspace.key(['sessions', 'survey', 'admin'])).key)
  /** From the answer to the last batch. */
  let token: string
  /** The signed result of the session. */
  let result: string
  /** Ids that the service chose, by the path that they belong to. */
  const chosen = new Map<string, string>()

  function pathWith(path: string, parameters: readonly Parameter[]): string {
    const query = new URLSearchParams()
    let filled = path
    for (const { name, in: place, example } of parameters) {
      const value = (place === 'path' && chosen.get(path.split('/', 3).join('/'))) || String(example)
      if (place === 'path') filled = filled.replace(`{${name}}`, encodeURIComponent(value))
      if (place === 'query') query.set(name, value)
    }
    return query.size === 0 ? filled : `${filled}?${query}`
  }

  /** Fields of requests from a page that are different for every workspace and session. */
  function pageFields(operationId: string): object | undefined {
    if (operationId === 'sendBatch') return { site_key: workspace.siteKey }
    if (operationId === 'issueResult') return { site_key: workspace.siteKey, token }
    if (operationId === 'askStepUp') return { site_key: workspace.siteKey, result }
    return undefined
  }

  /** Later requests name the result of a job. */
  async function jobsAreDone(): Promise<void> {
    const unfinished = async () =>
      (await send('GET', '/v1/survey-jobs')).json.items.filter(({ state }: UploadItem) => state !== 'done')
    await expect
      .poll(async () => (await unfinished()).filter(({ state }: UploadItem) => state === 'running'), {
        timeout: 60_000,
      })
      .toEqual([])
    expect(await unfinished()).toEqual([])
  }

  for (const { path, method, operation } of await operationsOf(service)) {
    const documented = Object.keys(operation.responses).find((status) => status.startsWith('2'))
    const bodies = bodiesOf(operation)
    for (const parameters of parametersOf(operation, method)) {
      const isPlain = parameters.every(({ required }) => required)
      for (const { type, value } of isPlain ? bodies : bodies.slice(0, 1)) {
        const ofPage = pageFields(operation.operationId)
        const body = ofPage === undefined ? value : { ...(value as object), ...ofPage }
        const headers = parameters.flatMap(({ in: place, name, example }) =>
          place === 'header' ? [[name, String(example)]] : [],
        )
        const url = pathWith(path, parameters)
        const { status, text, json } = await send(method.toUpperCase(), url, body, {
          ...(type !== '' && { 'content-type': type }),
          ...Object.fromEntries(headers),
        })
        expect(`${method} ${url} ${type}: ${status} ${status < 300 ? '' : text}`).toBe(
          `${method} ${url} ${type}: ${documented} `,
        )
        if (operation.operationId === 'sendBatch') ({ token } = json)
        if (operation.operationId === 'issueResult') ({ result } = json)
        if (operation.operationId === 'createSurveyJob') chosen.set('/v1/survey-jobs', json.id)
        if (operation.operationId === 'createKey') chosen.set('/v1/keys', json.key.id)
        if (operation.operationId === 'createWebhook') chosen.set('/v1/webhooks', json.webhook.id)
        if (operation.operationId === 'testWebhook') chosen.set('/v1/deliveries', json.id)
      }
    }
    if (operation.operationId === 'createSurveyJob') await jobsAreDone()
  }
}
