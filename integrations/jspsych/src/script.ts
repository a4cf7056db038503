/** The extension for pages without a bundler, under the kind of name that jsPsych's own extensions have. */
import { ByhandExtension } from './index.ts'

Object.assign(globalThis, { jsPsychExtensionByhand: ByhandExtension })
