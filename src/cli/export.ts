/** `byhand export`: writes all data about one person to a file, or all sessions to a folder or a bucket. */
import type { Command } from 'commander'
import { isPersonKnown } from '../server/privacy/person_export.ts'
import { exportSessionsCommand } from './export_sessions.ts'
import { findWorkspace } from './find_workspace.ts'
import { withStore } from './open.ts'
import { openNames } from './operations/named.ts'
import { subjectOf, subjectOptions } from './subject.ts'
import { CommandError, type Terminal } from './terminal.ts'

export const exportCommand = (terminal: Terminal): Command =>
  openNames(terminal)({
    name: 'export',
    description: 'write all data about a user, a session or a survey participant to a file',
    operation: 'exportPerson',
    offered: [],
    more: subjectOptions(),
    out: 'optional',
    async check({ options }) {
      if (options.out === undefined) throw new CommandError('Name a new file with --out.')
      const isKnown = await withStore(async (store) => {
        const { id } = await findWorkspace(store.keys, options.workspace)
        return isPersonKnown(store, id, subjectOf(options))
      })
      if (!isKnown) throw new CommandError('There is no data about this person. No file was written.')
    },
    want: ({ options }) => ({ fields: { ...subjectOf(options) } }),
  })
    .addCommand(exportSessionsCommand(terminal))
    .addHelpText(
      'after',
      `
Examples:
  byhand export --user customer-1042 --out customer-1042.json
  byhand export --participant p-0042 --survey spring-2025 --out p-0042.json

The audit log records the export with a pseudonym instead of the ID.`,
    )
