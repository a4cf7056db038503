/** Which sessions of a workspace are compared with each other, to find linked ones. */
import { CHOICES, type ChoiceOf } from './choices.ts'

export type LinkScope = ChoiceOf<'linked_sessions'>
export const DEFAULT_LINK_SCOPE: LinkScope = CHOICES.linked_sessions.default

/** `isSurvey`: the session belongs to a survey. */
export const isCompared = (scope: LinkScope, isSurvey: boolean): boolean =>
  scope === 'all' || (scope === 'visits' && !isSurvey)
