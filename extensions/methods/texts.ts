/** The text of the pages in the dashboard. */
import { counted, formatCount } from '../../src/dashboard/format/count.ts'

const participants = (count: number): string => counted(count, 'participant')

export const texts = {
  methods: {
    title: 'Methods paragraph',
    hint: 'For a paper: checks, versions, measured error rates, and participants marked for removal.',
    exclusionTable: 'Exclusion table (CSV)',
  },
  panel: {
    title: 'Panel report',
    hint: 'For the panel provider: IDs of participants with the verdict Remove, with neutral reasons and without answers.',
    removed: (removed: number, confirmed: number, all: number) =>
      confirmed === removed
        ? `${formatCount(removed)} of ${participants(all)} removed`
        : `${formatCount(removed)} of ${participants(all)} marked for removal${confirmed === 0 ? '' : `, ${formatCount(confirmed)} confirmed`}`,
    page: 'Printable page (HTML)',
    table: 'Table (CSV)',
    providers: {
      Prolific: 'Prolific',
      CloudResearch: 'CloudResearch',
      MTurk: 'MTurk',
      Other: 'Participants without a panel ID',
    },
  },
}
