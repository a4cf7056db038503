import type { CommandExtension } from '../../src/extension.ts'

export const qualtrics: CommandExtension = {
  commands: { qualtrics: async (terminal) => (await import('./command.ts')).qualtricsCommand(terminal) },
}
