import type { CommandExtension } from '../../src/extension.ts'

export const agents: CommandExtension = {
  commands: { agents: async (terminal) => (await import('./agents_command.ts')).agentsCommand(terminal) },
}
