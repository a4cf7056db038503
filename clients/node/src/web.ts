/** A wrapper for handlers that get a web `Request` and return a `Response`: Next, Hono, Deno, Bun, Workers and others. */
import { checkOptions } from './check_options.ts'
import {
  DEFAULT_FIELD,
  type Decision,
  decide,
  type HumanOptions,
  REFUSAL_STATUS,
  refusalOf,
  resultOf,
} from './decision.ts'

type Handler<Context> = (
  request: Request,
  context: Context & { readonly byhand: Decision },
) => Response | Promise<Response>

export function requireHuman<Context extends object>(options: HumanOptions, handler: Handler<Context>) {
  checkOptions(options)
  const { field = DEFAULT_FIELD } = options
  return async (request: Request, context?: Context): Promise<Response> => {
    const header = request.headers.get(`x-${field}`) ?? undefined
    const body = header === undefined ? await bodyOf(request) : undefined
    const { method, url, headers } = request
    const decision = await decide(resultOf(header, body, field), options, {
      method,
      url,
      header: (name) => headers.get(name) ?? undefined,
    })
    if (decision.outcome === 'block') return Response.json(refusalOf(decision), { status: REFUSAL_STATUS })
    return handler(request, { ...(context as Context), byhand: decision })
  }
}

/** From a copy, so that the handler can read the body too. */
async function bodyOf(request: Request): Promise<unknown> {
  const type = request.headers.get('content-type') ?? ''
  try {
    if (type.includes('json')) return await request.clone().json()
    if (type.includes('form')) return Object.fromEntries(await request.clone().formData())
  } catch {
    // The handler sees the same invalid body and answers it.
  }
  return undefined
}
