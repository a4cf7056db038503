/** `byhand export`: writes all data about one person to a file. */
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Command, Option } from 'commander'
import type { ExportRequest } from '../contract/dashboard/privacy.ts'
import { openAudit } from '../server/base/audit_log.ts'
import { pseudonymOf } from '../server/privacy/erasure.ts'
import { isPersonKnown, personExport } from '../server/privacy/person_export.ts'
import { withStore } from './open.ts'
import { CommandError, EXIT, type Terminal } from './terminal.ts'
import { findWorkspace, workspaceOption } from './workspaces.ts'

interface Options {
  readonly user?: string
  readonly session?: string
  readonly participant?: string
  readonly survey?: string
  readonly out: string
  readonly workspace?: string
  readonly json?: boolean
}

export function exportCommand(terminal: Terminal): Command {
  return new Command('export')
    .description('write all data about a user, a session or a survey participant to a file')
    .addOption(new Option('--user <id>', 'all sessions of this user').conflicts(['session', 'participant']))
    .addOption(new Option('--session <id>', 'one session').conflicts('participant'))
    .option('--participant <id>', 'the answers of this participant, in every survey')
    .option('--survey <id>', 'with --participant: in this survey only')
    .requiredOption(
      '--out <file>',
      'a new file that only you can read; an existing file is never overwritten',
    )
    .addOption(workspaceOption())
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      `
Examples:
  byhand export --user customer-1042 --out customer-1042.json
  byhand export --participant p-0042 --survey spring-2025 --out p-0042.json

The audit log records the export with a hash instead of the id.`,
    )
    .action(async (options: Options) => {
      const subject = subjectOf(options)
      await withStore(async (store) => {
        const { id: workspace } = await findWorkspace(store.keys, options.workspace)
        const now = Date.now()
        const out = await newFile(options.out)
        if (!(await isPersonKnown(store, workspace, subject))) {
          out.destroy()
          await rm(options.out)
          throw new CommandError('There is no data about this person. No file was written.')
        }
        const who = { workspace, memberId: null, name: 'byhand export', address: '' }
        await openAudit(store.audit, () => now)(who, {
          action: 'person_exported',
          subject: pseudonymOf(subject),
        })
        await pipeline(Readable.from(personExport(store, workspace, subject, now)), out)
      })
      const { size } = await stat(options.out)
      terminal.out(
        options.json
          ? JSON.stringify({ file: options.out, bytes: size })
          : `Wrote ${options.out}, ${size} bytes.`,
      )
    })
}

function subjectOf({ user, session, participant, survey }: Options): ExportRequest {
  if (survey !== undefined && participant === undefined) {
    throw new CommandError('--survey requires --participant.', EXIT.usage)
  }
  if (user !== undefined) return { user_id: user }
  if (session !== undefined) return { session_id: session }
  if (participant !== undefined) {
    return { participant_id: participant, ...(survey !== undefined && { survey_id: survey }) }
  }
  throw new CommandError('Choose the subject with --user, --session or --participant.', EXIT.usage)
}

async function newFile(path: string) {
  const out = createWriteStream(path, { flags: 'wx', mode: 0o600 })
  try {
    await once(out, 'open')
    return out
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new CommandError(
      code === 'EEXIST' ? `${path} already exists.` : `${path} cannot be written: ${code}.`,
    )
  }
}
