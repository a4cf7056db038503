/** Middleware for Express. Parse the body first. */
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
import { headerOf } from './signed_request.ts'

declare global {
  // The types of Express merge with this namespace; without them, it does no harm.
  namespace Express {
    interface Request {
      /** The decision about this request, after `requireHuman`. */
      byhand?: Decision
    }
  }
}

interface ExpressRequest {
  readonly method: string
  readonly protocol: string
  readonly originalUrl: string
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body?: unknown
  byhand?: Decision
}
interface ExpressResponse {
  status(code: number): { json(body: unknown): unknown }
}

export function requireHuman(options: HumanOptions) {
  checkOptions(options)
  const { field = DEFAULT_FIELD, log = console.error } = options
  let isReported = false
  return (request: ExpressRequest, response: ExpressResponse, next: (error?: unknown) => void): void => {
    const { method, protocol, originalUrl, headers } = request
    const url = `${protocol}://${headers.host}${originalUrl}`
    const result = resultOf(headers[`x-${field}`], request.body, field)
    decide(result, options, { method, url, header: headerOf(headers) }).then((decision) => {
      request.byhand = decision
      if (decision.reason === 'missing' && isUnparsed(request) && !isReported) {
        isReported = true
        log(
          `Byhand found no field in a body of the type ${headers['content-type']}: add a parser for it before requireHuman, or send the header x-${field}.`,
        )
      }
      if (decision.outcome === 'block') response.status(REFUSAL_STATUS).json(refusalOf(decision))
      else next()
    }, next)
  }
}

/** Parsers of Express 4 make an empty object of a multipart body, which they do not read. */
const isUnparsed = ({ headers, body }: ExpressRequest): boolean => {
  const type = headers['content-type'] ?? ''
  const isEmpty = Object.keys(body ?? {}).length === 0
  return type !== '' && (body === undefined || (isEmpty && String(type).startsWith('multipart/')))
}
