/** The extensions of the service. */
import type { ServiceExtension } from '../src/extension.ts'
import { forwardAuth } from './forward_auth/service.ts'
import { methods } from './methods/service.ts'

export const EXTENSIONS: readonly ServiceExtension[] = [forwardAuth, methods]
