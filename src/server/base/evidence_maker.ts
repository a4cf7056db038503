import { createHash } from 'node:crypto'
import type { Maker } from '../../report/evidence.ts'
import { PROGRAM_VERSION } from './program_version.ts'

/** This program, as evidence documents name it. */
export const EVIDENCE_MAKER: Maker = {
  program: PROGRAM_VERSION,
  sha256: (text) => createHash('sha256').update(text).digest('hex'),
}
