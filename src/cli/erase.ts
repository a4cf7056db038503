/** `byhand erase`: erases all data of one person. */
import { type Command, Option } from 'commander'
import type { Erasure } from '../contract/dashboard/privacy.ts'
import { openNames } from './operations/named.ts'
import { subjectOf, subjectOptions } from './subject.ts'
import { CommandError, type Terminal } from './terminal.ts'

export const eraseCommand = (terminal: Terminal): Command =>
  openNames(terminal)<Erasure>({
    name: 'erase',
    description: 'erase all data about a user, a session or a survey participant',
    operation: 'erasePerson',
    offered: [],
    more: [...subjectOptions(), new Option('--yes', 'confirm: an erasure cannot be undone')],
    want({ options }) {
      const fields = subjectOf(options)
      if (!options.yes) throw new CommandError('An erasure cannot be undone. Add --yes to confirm.')
      return { fields: { ...fields } }
    },
    text: ({ waits_for, sessions, analyses, labels, deliveries, upload_rows }) =>
      waits_for.length > 0
        ? `Nothing is erased yet. The service erases this participant when these survey jobs have ended: ${waits_for.join(', ')}.`
        : `Erased ${sessions} sessions, ${analyses} survey responses, ${labels} labels, ${deliveries} webhook deliveries and ${upload_rows} rows in uploaded files.`,
  }).addHelpText(
    'after',
    `
Examples:
  byhand erase --user customer-1042 --yes
  byhand erase --participant p-0042 --survey spring-2025 --yes

The audit log records the erasure with a pseudonym instead of the ID. Backups keep the data.`,
  )
