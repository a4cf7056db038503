import type { ScriptExtension } from '../../src/extension.ts'

export const forwardAuth: ScriptExtension = {
  'cookie.js': { entry: 'extensions/forward_auth/browser/cookie.ts', format: 'iife' },
}
