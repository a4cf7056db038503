/** The extensions of the service. */
import type { ServiceExtension } from '../src/extension.ts'
import { methods } from './methods/service.ts'

export const EXTENSIONS: readonly ServiceExtension[] = [methods]
