import type { Problem } from './contract.ts'

/** The service rejected the request. `problem.code` names the reason. */
export class ByhandError extends Error {
  override readonly name = 'ByhandError'
  readonly status: number
  readonly problem: Partial<Problem>

  constructor(status: number, problem: Partial<Problem>) {
    const { detail = `The service responded with status ${status}.`, errors } = problem
    // A proxy may answer with JSON of its own.
    const reasons = Array.isArray(errors) ? errors.map((field) => `${field.pointer} ${field.detail}`) : []
    super(reasons.length > 0 ? `${detail} (${reasons.join('; ')})` : detail)
    this.status = status
    this.problem = problem
  }
}

/** The service did not respond, or was overloaded, in every attempt. */
export class ByhandUnavailable extends Error {
  override readonly name = 'ByhandUnavailable'
}
