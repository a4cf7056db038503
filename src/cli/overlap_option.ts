/** How long an old key or secret stays valid after a rotation. */
import { Option } from 'commander'
import { DEFAULT_OVERLAP_HOURS, OVERLAP_HOURS } from '../contract/dashboard/page.ts'

export const overlapOption = (description: string) =>
  new Option('--overlap <hours>', description)
    .choices(OVERLAP_HOURS.map(String))
    .default(String(DEFAULT_OVERLAP_HOURS))
