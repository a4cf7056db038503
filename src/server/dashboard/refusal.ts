/** Why somebody was not let in, as an error of ours. */
import type { Refusal } from '../account/accounts.ts'
import { PASSWORD_CHARS, PasswordsBusy } from '../account/passwords.ts'
import { ApiError, invalid } from '../http/errors.ts'

const THROTTLE_RETRY_S = 900
const BUSY_RETRY_S = 5

export function refusalError(refused: Refusal): ApiError {
  switch (refused) {
    case 'spent':
      return new ApiError('link_spent')
    case 'email':
      return invalid('/email', 'must be an email address')
    case 'other_email':
      return invalid('/email', 'the invitation was made for another address')
    case 'password':
      return invalid('/password', `must have at least ${PASSWORD_CHARS.least} characters`)
    case 'wrong':
      return new ApiError('wrong_login')
    case 'throttled':
      return new ApiError('rate_limited', {
        detail: 'There were too many tries. Wait fifteen minutes.',
        retryAfterS: THROTTLE_RETRY_S,
      })
    case 'totp_required':
    case 'totp_wrong':
      return new ApiError(refused)
  }
}

export async function whenNotBusy<Answer>(answer: Promise<Answer>): Promise<Answer> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof PasswordsBusy) throw new ApiError('overloaded', { retryAfterS: BUSY_RETRY_S })
    throw error
  }
}
