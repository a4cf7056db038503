/** The extensions of the service. */
import type { ServiceExtension } from '../src/extension.ts'
import { agents } from './agents/service.ts'
import { captcha } from './captcha/service.ts'
import { forwardAuth } from './forward_auth/service.ts'
import { linkedSessions } from './linked_sessions/service.ts'
import { methods } from './methods/service.ts'

export const EXTENSIONS: readonly ServiceExtension[] = [agents, captcha, forwardAuth, linkedSessions, methods]
