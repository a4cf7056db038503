/** The settings of a workspace that extensions add. */
import { forwardAuth } from './forward_auth/settings.ts'

export const SETTINGS = { ...forwardAuth }
