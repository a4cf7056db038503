/**
 * Keeps the document small: moves responses and parameters that several operations have into `components`, and the
 * errors that every operation can return into one response.
 */
import { COMMON_ERRORS, commonResponse, PROBLEM } from './openapi_responses.ts'

type Json = Record<string, unknown>

interface Header {
  readonly description: string
  readonly schema: { readonly schema?: Header['schema'] }
}

interface Response {
  headers?: Readonly<Record<string, Header>>
  readonly content?: Readonly<
    Record<string, { readonly schema: { readonly $ref?: string }; examples?: object }>
  >
}

interface Operation {
  readonly operationId: string
  parameters?: readonly { readonly name: string }[]
  responses: Readonly<Record<string, Response>>
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly webhooks: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: Json
}

export function withSharedComponents<Described>(described: Described): Described {
  const document = described as Described & Document
  const operations = [document.paths, document.webhooks]
    .flatMap((described) => Object.values(described))
    .flatMap((methods) => Object.values(methods))
  for (const operation of operations) {
    for (const response of Object.values(operation.responses)) unwrapHeaders(response)
    operation.responses = withCommonErrors(operation.responses)
  }
  const counts = new Map<string, number>()
  for (const part of operations.flatMap(partsOf)) {
    const text = JSON.stringify(part)
    counts.set(text, (counts.get(text) ?? 0) + 1)
  }
  const shared = { responses: new Map<string, string>(), parameters: new Map<string, string>() }

  /** A reference to the part. `name`: for its component, unless another part has the name; then it is `other`. */
  function refer<Part extends object>(
    kind: keyof typeof shared,
    part: Part,
    name: string,
    other: string,
  ): Part {
    const text = JSON.stringify(part)
    const names = shared[kind]
    const own = names.get(text) ?? ([...names.values()].includes(name) ? other : name)
    names.set(text, own)
    return { $ref: `#/components/${kind}/${own}` } as unknown as Part
  }
  const isRepeated = (part: object) => (counts.get(JSON.stringify(part)) ?? 0) > 1

  for (const operation of operations) {
    const { operationId, parameters, responses } = operation
    if (parameters !== undefined) {
      operation.parameters = parameters.map((part) =>
        isRepeated(part) ? refer('parameters', part, part.name, `${part.name}.${operationId}`) : part,
      )
    }
    operation.responses = Object.fromEntries(
      Object.entries(responses).map(([status, part]) => {
        const codes = codesOf(part)
        if (codes !== undefined) {
          const { survey, names } = codes
          const name = [...survey, ...(status === 'default' ? [status] : names)].join('.')
          return [status, refer('responses', withoutExamples(part), name, `${name}.${operationId}`)]
        }
        return [status, isRepeated(part) ? refer('responses', part, operationId, status) : part]
      }),
    )
  }
  const components = Object.fromEntries(
    Object.entries(shared).map(([kind, names]) => [
      kind,
      Object.fromEntries([...names].map(([text, name]) => [name, JSON.parse(text) as unknown])),
    ]),
  )
  return { ...document, components: { ...document.components, ...components } }
}

/** The generator takes the description of a header for its schema. */
function unwrapHeaders(response: Response): void {
  const headers = Object.entries(response.headers ?? {})
  if (headers.length === 0) return
  response.headers = Object.fromEntries(
    headers.map(([name, { description, schema }]) => [
      name,
      { description, schema: schema.schema ?? schema },
    ]),
  )
}

const partsOf = ({ parameters = [], responses }: Operation): object[] => [
  ...parameters,
  ...Object.values(responses),
]

/** The codes of the errors of a response; undefined: a success. */
function codesOf({ content }: Response) {
  const problem = content?.[PROBLEM]
  if (problem === undefined) return undefined
  const survey = problem.schema.$ref?.endsWith('/SurveyProblem') ? ['survey'] : []
  return { survey, names: Object.keys(problem.examples ?? {}) }
}

/** `default` in place of responses that have only errors of every operation. */
function withCommonErrors(responses: Operation['responses']): Operation['responses'] {
  const isCommon = (part: Response) => codesOf(part)?.names.every((code) => COMMON_ERRORS.has(code))
  const own = Object.entries(responses).filter(([, part]) => !isCommon(part))
  const schema = Object.values(responses).find(isCommon)?.content?.[PROBLEM]?.schema
  return Object.fromEntries(schema ? [...own, ['default', commonResponse(schema)]] : own)
}

/** The example of an error is that of its schema. */
const withoutExamples = ({ content = {}, ...part }: Response): Response => ({
  ...part,
  content: Object.fromEntries(Object.entries(content).map(([type, { schema }]) => [type, { schema }])),
})
