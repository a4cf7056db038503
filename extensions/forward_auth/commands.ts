import type { CommandExtension } from '../../src/extension.ts'

export const forwardAuth: CommandExtension = {
  settings: async () => [(await import('./setting_option.ts')).forwardAuthOption],
}
