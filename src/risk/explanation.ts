/** Explains a score in one or two plain ASCII sentences that name the strongest reasons. */
import { asClause } from '../checks/sentence.ts'
import type { SessionOutcomes } from '../checks/session.ts'
import { CHECK_LABELS } from '../contract/checks.ts'
import { EXPLANATION_CHARS } from '../contract/limits.ts'
import { hasTooLittleEvidence, NEEDED, type Needed } from './acceptance.ts'
import type { Contribution } from './score.ts'

const MAX_REASONS = 3

/** The reasons that decided come first. Context follows last, as it changes no action. */
export function explain(
  outcomes: SessionOutcomes,
  reasons: readonly Contribution[],
  missing: readonly Needed[],
): string {
  const name = (found: readonly Contribution[]): string =>
    found
      .slice(0, MAX_REASONS)
      .map(({ check }) => `${CHECK_LABELS[check]} (${asClause(outcomes[check].evidence)})`)
      .join('; ')
  const deciding = reasons.filter(({ decides }) => decides)
  const context = reasons.filter(({ decides }) => !decides)
  const sentences: string[] = []
  if (deciding.length > 0) sentences.push(`${name(deciding)}.`)
  else if (!hasTooLittleEvidence(missing)) sentences.push('No trace of automation.')
  if (missing.length > 0) {
    const consequence = hasTooLittleEvidence(missing)
      ? 'Too little evidence to tell whether this was a person'
      : 'Not accepted automatically'
    sentences.push(`${consequence}: ${missing.map((one) => NEEDED[one].text).join(', ')}.`)
  }
  if (context.length > 0) sentences.push(`Context, which does not decide: ${name(context)}.`)
  return shorten(sentences)
}

/** Drops sentences from the end until the rest fits, then truncates the first. */
function shorten(sentences: readonly string[]): string {
  const whole = toAscii(sentences.join(' '))
  if (whole.length <= EXPLANATION_CHARS) return whole
  if (sentences.length > 1) return shorten(sentences.slice(0, -1))
  return `${whole.slice(0, EXPLANATION_CHARS - 3).trimEnd()}...`
}

const toAscii = (text: string): string => text.replace(/[^\x20-\x7e]/g, '?')
