/** `byhand erase`: erases all data of one person. */
import { Command } from 'commander'
import { openEraseAnalysis } from '../server/privacy/erase_analysis.ts'
import { openPeopleOperations } from '../server/privacy/people.ts'
import { openSurveyPool } from '../server/survey/check/pool.ts'
import { openTurns } from '../store/turns.ts'
import { type SubjectOptions, subjectOf, subjectOptions } from './subject.ts'
import { CommandError, type Terminal } from './terminal.ts'
import { type CommandOptions, inWorkspace } from './workspace_command.ts'
import { workspaceOption } from './workspaces.ts'

interface EraseOptions extends SubjectOptions, CommandOptions {
  readonly yes?: boolean
}

export function eraseCommand(terminal: Terminal): Command {
  return subjectOptions(new Command('erase'))
    .description('erase all data about a user, a session or a survey participant')
    .option('--yes', 'confirm: an erasure cannot be undone')
    .addOption(workspaceOption())
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      `
Examples:
  byhand erase --user customer-1042 --yes
  byhand erase --participant p-0042 --survey spring-2025 --yes

The audit log records the erasure with a pseudonym instead of the ID. Backups keep the data.`,
    )
    .action(async (options: EraseOptions) => {
      const subject = subjectOf(options)
      if (!options.yes) throw new CommandError('An erasure cannot be undone. Add --yes to confirm.')
      const erased = await inWorkspace('erase', options, async ({ store, actor, audit, now }) => {
        const pool = openSurveyPool()
        try {
          const eraseAnalysis = openEraseAnalysis({ store, pool, turns: openTurns() })
          return await openPeopleOperations({ store, audit, eraseAnalysis, now }).erase(actor, subject)
        } finally {
          await pool.close()
        }
      })
      const { waits_for: waitsFor } = erased
      if (waitsFor.length > 0 && !options.json) {
        terminal.out(
          `Nothing is erased yet. The service erases this participant when these survey jobs have ended: ${waitsFor.join(', ')}.`,
        )
        return
      }
      const { sessions, analyses, labels, deliveries, upload_rows: rows } = erased
      terminal.out(
        options.json
          ? JSON.stringify(erased)
          : `Erased ${sessions} sessions, ${analyses} survey responses, ${labels} labels, ${deliveries} webhook deliveries and ${rows} rows in uploaded files.`,
      )
    })
}
