/** The scripts that extensions add to the pages of users. */
import type { ScriptExtension } from '../src/extension.ts'
import { captcha } from './captcha/scripts.ts'
import { forwardAuth } from './forward_auth/scripts.ts'

export const EXTENSIONS: readonly ScriptExtension[] = [captcha, forwardAuth]
