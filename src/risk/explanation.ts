/** One or two plain ASCII sentences naming the strongest reasons. */
import type { SessionOutcomes } from '../checks/session.ts'
import type { SessionCheckName } from '../contract/checks.ts'
import { EXPLANATION_CHARS } from '../contract/limits.ts'
import type { Contribution } from './score.ts'

const WORDS: Readonly<Record<SessionCheckName, string>> = {
  agent_behavior: 'behaviour of automation',
  programmatic_typing: 'programmatic typing',
  teleporting_mouse: 'mouse without a path',
  no_corrections: 'no corrections',
  all_pasted: 'all text pasted',
  jump_scrolling: 'scrolling in jumps',
  centered_clicks: 'centred clicks',
  programmatic_clicking: 'programmatic clicking',
  external_input: 'text brought from outside',
  bot: 'automation tool',
  virtual_machine: 'virtual machine',
  software_renderer: 'software renderer',
  vpn: 'VPN or hosting network',
  tor: 'Tor exit',
  location_spoofing: 'contradicting location',
}

const MAX_REASONS = 3

export function explain(
  outcomes: SessionOutcomes,
  reasons: readonly Contribution[],
  circumstances: { readonly isThin: boolean; readonly isIncomplete: boolean },
): string {
  const sentences: string[] = []
  const strongest = reasons.slice(0, MAX_REASONS)
  if (strongest.length > 0) {
    const named = strongest.map(({ check }) => `${WORDS[check]} (${evidenceOf(outcomes, check)})`)
    sentences.push(`${sentenceCase(named.join('; '))}.`)
  } else if (circumstances.isThin) {
    sentences.push('Too little was seen to tell whether this was a person.')
  } else {
    sentences.push('Nothing speaks against a person.')
  }
  if (circumstances.isIncomplete && !circumstances.isThin)
    sentences.push('Parts of the recording are missing.')
  return shorten(sentences)
}

/** The first reason may lose its end; a sentence that does not fit is left out. */
function shorten(sentences: readonly string[]): string {
  const whole = toAscii(sentences.join(' '))
  if (whole.length <= EXPLANATION_CHARS) return whole
  const first = toAscii(sentences[0] as string)
  return first.length <= EXPLANATION_CHARS ? first : `${first.slice(0, EXPLANATION_CHARS - 3).trimEnd()}...`
}

function evidenceOf(outcomes: SessionOutcomes, check: SessionCheckName): string {
  return outcomes[check].evidence
}

const sentenceCase = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
const toAscii = (text: string): string => text.replace(/[^\x20-\x7e]/g, '?')
