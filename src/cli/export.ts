/** `byhand export`: writes all data about one person to a file, or all sessions to a folder or a bucket. */
import { rm, stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Command } from 'commander'
import { openAudit } from '../server/audit/audit_log.ts'
import { isPersonKnown, personExport } from '../server/privacy/person_export.ts'
import { openPseudonyms } from '../server/privacy/pseudonyms.ts'
import { exportSessionsCommand } from './export_sessions.ts'
import { newFile } from './new_file.ts'
import { withStore } from './open.ts'
import { type SubjectOptions, subjectOf, subjectOptions } from './subject.ts'
import { CommandError, type Terminal } from './terminal.ts'
import { findWorkspace, workspaceOption } from './workspaces.ts'

interface Options extends SubjectOptions {
  readonly out?: string
  readonly workspace?: string
  readonly json?: boolean
}

export function exportCommand(terminal: Terminal): Command {
  const command = new Command('export').addCommand(exportSessionsCommand(terminal))
  for (const option of subjectOptions()) command.addOption(option)
  return command
    .description('write all data about a user, a session or a survey participant to a file')
    .option('--out <file>', 'a new file that only you can read; an existing file is never overwritten')
    .addOption(workspaceOption())
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      `
Examples:
  byhand export --user customer-1042 --out customer-1042.json
  byhand export --participant p-0042 --survey spring-2025 --out p-0042.json

The audit log records the export with a pseudonym instead of the ID.`,
    )
    .action(async (options: Options) => {
      const { out: file } = options
      if (file === undefined) throw new CommandError('Name a new file with --out.')
      const subject = subjectOf(options)
      await withStore(async (store) => {
        const { id: workspace } = await findWorkspace(store.keys, options.workspace)
        const now = Date.now()
        const out = await newFile(file)
        if (!(await isPersonKnown(store, workspace, subject))) {
          out.destroy()
          await rm(file)
          throw new CommandError('There is no data about this person. No file was written.')
        }
        const who = { workspace, memberId: null, name: 'byhand export', address: '' }
        const pseudonyms = await openPseudonyms(store.keys, workspace)
        await openAudit(store.audit, () => now)(who, {
          action: 'person_exported',
          subject: pseudonyms.ofSubject(subject),
        })
        await pipeline(Readable.from(personExport(store, workspace, subject, now)), out)
      })
      const { size } = await stat(file)
      terminal.out(options.json ? JSON.stringify({ file, bytes: size }) : `Wrote ${file}, ${size} bytes.`)
    })
}
