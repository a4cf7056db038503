/** Example evidence for the documentation, built by the real code so that it stays current. */

import { CLICK_FLAGS, POINTER, POINTER_FLAGS, ROWS, UNTRUSTED } from '../../contract/batch/rows.ts'
import type { Evidence } from '../../contract/evidence.ts'
import { makeEvidence } from '../../report/evidence.ts'
import { EVIDENCE_MAKER } from '../scoring/evidence_maker.ts'

const STARTED_AT = 1_742_913_050_000
const BY_SCRIPT = UNTRUSTED | (POINTER.mouse << POINTER_FLAGS.kindShift) | CLICK_FLAGS.pageFocused

/** Two choices clicked by a script. */
const ROWS_SEEN = [
  [ROWS.navigation.code, 100, 1, 0],
  [ROWS.click.code, 9_000, 0, 0, 0, BY_SCRIPT, 40, 200, 20, 20, 1],
  [ROWS.click.code, 4_000, 0, 0, 0, BY_SCRIPT, 40, 240, 20, 20, 2],
]

export const exampleEvidence = (sessionId: string): Evidence =>
  JSON.parse(
    makeEvidence(
      {
        sessionId,
        userId: 'customer-1042',
        tags: ['checkout'],
        tampered: 0,
        overflow: 0,
        batches: [
          {
            batch: {
              session_id: sessionId,
              tab: 'hT3kQ9_a',
              page: 0,
              seq: 0,
              final: true,
              sent_at: STARTED_AT + 2_000,
              time_origin: STARTED_AT,
              start: 0,
              at: [0, 0],
              names: [
                ['path', '/checkout'],
                ['choice', 'standard'],
                ['choice', 'terms'],
              ],
              rows: ROWS_SEEN,
            },
            receipt: { at: STARTED_AT + 2_050 },
          },
        ],
      },
      {},
      EVIDENCE_MAKER,
      () => {},
    ),
  ) as Evidence
