/** Parameters that are flags at the command line. */
import { Option } from 'commander'

export const flaggedOption = (): Option => new Option('--flagged', 'only participants who failed a check')

export const codebookOption = (): Option =>
  new Option('--codebook', 'write what each column of the CSV file holds, and which question is q1, instead')
