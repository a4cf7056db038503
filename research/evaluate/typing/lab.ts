/** Recordings of the lab: automation stacks and controls that filled survey fields in a real browser. */

import { observedHistories } from '../../../src/server/survey/check/observed.ts'
import { observedInputMethods } from '../../../src/server/survey/check/observed_input_methods.ts'
import { readOwn } from '../../lab/convert/own.ts'
import { failedTyping, type TypingCheckName } from './analyze_history.ts'

export interface LabAnswer {
  readonly kind: 'automation' | 'control'
  readonly name: string
  readonly failed: ReadonlySet<TypingCheckName>
}

/** Shorter answers have no measurable cadence. */
const LEAST_CHARS = 60

export function* labAnswers(): Generator<LabAnswer> {
  for (const { kind, name, session } of readOwn()) {
    if (kind === 'person') continue
    const inputMethods = observedInputMethods(session.batches)
    const ids = session.batches.flatMap(({ batch }) => batch.names.map(([, name]) => [name, ''] as const))
    for (const [id, seen] of observedHistories(session.batches, new Map(ids))) {
      if ('missing' in seen) continue
      const text = seen.history.at(-1)?.s ?? ''
      if (text.length < LEAST_CHARS) continue
      yield {
        kind,
        name: `${name} ${id}`,
        failed: failedTyping(text, seen.history, inputMethods.get(id) ?? null),
      }
    }
  }
}
