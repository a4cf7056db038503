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
  const named = (found: readonly Contribution[]): string[] =>
    found
      .slice(0, MAX_REASONS)
      .map(({ check }) => `${CHECK_LABELS[check]} (${asClause(outcomes[check].evidence)})`)
  const deciding = named(reasons.filter(({ decides }) => decides))
  const context = named(reasons.filter(({ decides }) => !decides))
  const sentences: string[] = []
  if (deciding.length === 0 && !hasTooLittleEvidence(missing)) sentences.push('No trace of automation.')
  if (missing.length > 0) {
    const consequence = hasTooLittleEvidence(missing)
      ? 'Too little evidence to tell whether this was a person'
      : 'Not accepted automatically'
    sentences.push(`${consequence}: ${missing.map((one) => NEEDED[one].text).join(', ')}.`)
  }
  if (context.length > 0) sentences.push(`Context, which does not decide: ${context.join('; ')}.`)
  return shorten(deciding, sentences)
}

/** Drops sentences from the end until the rest fits, then reasons, then truncates what is left. */
function shorten(reasons: readonly string[], sentences: readonly string[]): string {
  const first = reasons.length > 0 ? [`${reasons.join('; ')}.`] : []
  const whole = toAscii([...first, ...sentences].join(' '))
  if (whole.length <= EXPLANATION_CHARS) return whole
  if (first.length + sentences.length > 1) return shorten(reasons, sentences.slice(0, -1))
  if (reasons.length > 1) return shorten(reasons.slice(0, -1), [])
  return `${whole.slice(0, EXPLANATION_CHARS - 3).trimEnd()}...`
}

const toAscii = (text: string): string => text.replace(/[^\x20-\x7e]/g, '?')
