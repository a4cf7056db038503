/** Turns a refused login into an API error. */

import { ApiError, invalid } from '../http/errors.ts'
import type { Refusal } from './accounts.ts'
import { PASSWORD_CHARS, PasswordsBusy } from './passwords.ts'

const THROTTLE_RETRY_S = 900
const BUSY_RETRY_S = 5

export function refusalError(refused: Refusal): ApiError {
  switch (refused) {
    case 'spent':
      return new ApiError('invalid_link')
    case 'email':
      return invalid('/email', 'must be an email address')
    case 'other_email':
      return invalid('/email', 'is not the address that was invited')
    case 'password':
      return invalid('/password', `must have at least ${PASSWORD_CHARS.min} characters`)
    case 'common_password':
      return invalid(
        '/password',
        'is too easy to guess: it is common, repeats itself or is a sequence; choose several unrelated words',
      )
    case 'wrong':
      return new ApiError('invalid_credentials')
    case 'throttled':
      return new ApiError('rate_limited', {
        detail: 'Too many login attempts. Try again in fifteen minutes.',
        retryAfterS: THROTTLE_RETRY_S,
      })
    case 'totp_required':
    case 'wrong_code':
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
