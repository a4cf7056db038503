import type { CommandExtension } from '../../src/extension.ts'

export const methods: CommandExtension = {
  surveys: async (terminal) => [
    (await import('./methods_command.ts')).methodsCommand(terminal),
    (await import('./panel_command.ts')).panelCommand(terminal),
  ],
}
