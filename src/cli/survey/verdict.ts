/** `byhand surveys verdict`: overrides the verdict on a participant. */
import { Argument, type Command } from 'commander'
import { defined } from '../../contract/defined.ts'
import { VERDICTS, type Verdict } from '../../contract/verdicts.ts'
import { openVerdicts } from '../../server/survey/review/verdicts.ts'
import { asNote } from '../reviewer_note.ts'
import type { Terminal } from '../terminal.ts'
import { type CommandOptions, inWorkspace, subcommand } from '../workspace_command.ts'

export function verdictCommand(terminal: Terminal): Command {
  return subcommand('verdict', 'override the verdict on a participant')
    .argument('<survey>', 'the ID of the survey')
    .argument('<participant>', 'the ID of the participant')
    .addArgument(
      new Argument('<verdict>', 'none restores the computed verdict').choices([...VERDICTS, 'none']),
    )
    .option('--note <text>', 'the reason', asNote)
    .action(
      async (
        survey: string,
        participant: string,
        name: Verdict | 'none',
        options: CommandOptions & { note?: string },
      ) => {
        const { note } = options
        const verdict = name === 'none' ? null : name
        const changed = await inWorkspace(
          'surveys verdict',
          options,
          ({ store, actor, audit, now }) =>
            openVerdicts({ store, audit, now }).set(actor, survey, participant, {
              verdict,
              ...defined({ note }),
            }),
          `There is no participant ${participant} in the survey ${survey}.`,
        )
        if (options.json) return terminal.out(JSON.stringify(changed, null, 2))
        const before =
          changed.previous === null ? '' : ` The previous verdict was ${changed.previous.verdict}.`
        terminal.out(
          `${verdict === null ? 'The computed verdict applies again.' : `The verdict is ${verdict}.`}${before}`,
        )
      },
    )
}
