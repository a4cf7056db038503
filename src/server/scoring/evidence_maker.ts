import { createHash } from 'node:crypto'
import type { Maker } from '../../report/evidence.ts'
import { PROGRAM_VERSION } from '../config/program_version.ts'

/** The program version and hash function for evidence documents. */
export const EVIDENCE_MAKER: Maker = {
  program: PROGRAM_VERSION,
  sha256: (text) => createHash('sha256').update(text).digest('hex'),
}
