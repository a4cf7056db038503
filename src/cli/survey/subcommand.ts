/** A subcommand on one workspace that can print JSON. */
import { Command } from 'commander'
import { workspaceOption } from '../workspaces.ts'

export const subcommand = (name: string, description: string) =>
  new Command(name).description(description).addOption(workspaceOption()).option('--json', 'print JSON')
