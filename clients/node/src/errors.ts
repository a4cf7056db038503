import type { Problem } from './contract.ts'

/** The service rejected the request. `problem.code` names the reason. */
export class ByhandError extends Error {
  override readonly name = 'ByhandError'
  readonly status: number
  readonly problem: Partial<Problem>

  constructor(status: number, problem: Partial<Problem>) {
    super(problem.detail ?? `The service responded with status ${status}.`)
    this.status = status
    this.problem = problem
  }
}

/** The service did not respond, or was overloaded, in every attempt. */
export class ByhandUnavailable extends Error {
  override readonly name = 'ByhandUnavailable'
}
