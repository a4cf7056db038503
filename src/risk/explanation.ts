/** Explains a score in one or two plain ASCII sentences that name the strongest reasons. */
import { asClause } from '../checks/sentence.ts'
import type { SessionOutcomes } from '../checks/session.ts'
import { CHECK_LABELS } from '../contract/checks.ts'
import { EXPLANATION_CHARS } from '../contract/limits.ts'
import { isThin, NEEDED, type Needed } from './acceptance.ts'
import type { Contribution } from './score.ts'

const MAX_REASONS = 3

export function explain(
  outcomes: SessionOutcomes,
  reasons: readonly Contribution[],
  missing: readonly Needed[],
): string {
  const sentences: string[] = []
  const strongest = reasons.slice(0, MAX_REASONS)
  if (strongest.length > 0) {
    const named = strongest.map(
      ({ check }) => `${CHECK_LABELS[check]} (${asClause(outcomes[check].evidence)})`,
    )
    sentences.push(`${named.join('; ')}.`)
  } else if (!isThin(missing)) {
    sentences.push('No trace of automation.')
  }
  if (missing.length > 0) {
    const consequence = isThin(missing)
      ? 'Too little evidence to tell whether this was a person'
      : 'Not accepted automatically'
    sentences.push(`${consequence}: ${missing.map((name) => NEEDED[name].text).join(', ')}.`)
  }
  return shorten(sentences)
}

/** Drops a second sentence that does not fit, then truncates the first. */
function shorten(sentences: readonly string[]): string {
  const whole = toAscii(sentences.join(' '))
  if (whole.length <= EXPLANATION_CHARS) return whole
  const first = toAscii(sentences[0] as string)
  return first.length <= EXPLANATION_CHARS ? first : `${first.slice(0, EXPLANATION_CHARS - 3).trimEnd()}...`
}

const toAscii = (text: string): string => text.replace(/[^\x20-\x7e]/g, '?')
