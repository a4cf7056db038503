/** How long an old key or secret stays valid after a rotation. */
import { Option } from 'commander'
import { DEFAULT_OVERLAP_HOURS, OVERLAP_HOURS } from '../server/workspace/keys.ts'

export const overlapOption = (description: string) =>
  new Option('--overlap <hours>', description)
    .choices(OVERLAP_HOURS.map(String))
    .default(String(DEFAULT_OVERLAP_HOURS))
