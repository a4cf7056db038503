/** Moves responses and parameters that several operations have into `components`, which keeps the document small. */

type Json = Record<string, unknown>

interface Header {
  readonly description: string
  readonly schema: { readonly schema?: Header['schema'] }
}

interface Response {
  headers?: Readonly<Record<string, Header>>
  readonly content?: Readonly<
    Record<string, { readonly schema: { readonly $ref?: string }; readonly examples?: object }>
  >
}

interface Operation {
  readonly operationId: string
  parameters?: readonly { readonly name: string }[]
  responses: Readonly<Record<string, Response>>
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: Json
}

const PROBLEM = 'application/problem+json'

export function withSharedComponents<Described>(described: Described): Described {
  const document = described as Described & Document
  const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods))
  for (const response of operations.flatMap(({ responses }) => Object.values(responses)))
    unwrapHeaders(response)
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
        if (codes !== undefined) return [status, refer('responses', part, codes, `${codes}.${operationId}`)]
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
function codesOf({ content }: Response): string | undefined {
  const problem = content?.[PROBLEM]
  if (problem === undefined) return undefined
  const survey = problem.schema.$ref?.endsWith('/SurveyProblem') ? ['survey'] : []
  return [...survey, ...Object.keys(problem.examples ?? {})].join('.')
}
