/** Which sessions of a workspace are compared with each other, to find linked ones. */
export const LINK_SCOPES = ['all', 'visits', 'off'] as const
export type LinkScope = (typeof LINK_SCOPES)[number]

/** Participants of surveys were often promised anonymity, so their sessions are compared only if an owner wants it. */
export const DEFAULT_LINK_SCOPE: LinkScope = 'visits'

/** `isSurvey`: the session belongs to a survey. */
export const isCompared = (scope: LinkScope, isSurvey: boolean): boolean =>
  scope === 'all' || (scope === 'visits' && !isSurvey)

/** The choice in the settings of a workspace. */
export const linkScopeOf = ({ linked_sessions }: Readonly<Record<string, unknown>>): LinkScope =>
  LINK_SCOPES.find((scope) => scope === linked_sessions) ?? DEFAULT_LINK_SCOPE
