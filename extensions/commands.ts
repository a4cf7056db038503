/** The extensions of the command line. */
import type { CommandExtension } from '../src/extension.ts'
import { agents } from './agents/commands.ts'
import { forwardAuth } from './forward_auth/commands.ts'
import { methods } from './methods/commands.ts'
import { qualtrics } from './qualtrics/commands.ts'

export const EXTENSIONS: readonly CommandExtension[] = [agents, forwardAuth, methods, qualtrics]
