/** A severity as a word: its decimals would look like a measurement. The API and files have the number. */
import { REMOVE_SEVERITY } from '../../contract/verdicts.ts'
import { texts } from '../texts.ts'

const MEDIUM_SEVERITY = 0.5

/** `severity`: above 0. */
export const severityWord = (severity: number): string =>
  texts.severities[severity >= REMOVE_SEVERITY ? 'strong' : severity >= MEDIUM_SEVERITY ? 'medium' : 'weak']
