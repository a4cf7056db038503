import type { ScriptExtension } from '../../src/extension.ts'

export const captcha: ScriptExtension = {
  'captcha.js': { entry: 'extensions/captcha/browser/script.ts', format: 'iife' },
}
