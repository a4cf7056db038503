/** What no fit may decide: who belongs together, and how much anything may weigh. */
import type { SessionCheckName } from '../../src/contract/checks.ts'

/** `[least, most]` points of a check; `cap` the most that a group carries without proof. */
export interface GroupPolicy {
  readonly cap: number
  readonly weights: Readonly<Partial<Record<SessionCheckName, readonly [number, number]>>>
}

/**
 * Checks that one and the same innocent cause can set off stand in one group, and no group reaches 50 alone:
 * a steady switch device sets off everything about rhythm, a screen reader everything about mouse and page,
 * a person with notes everything about pasting, a remote desktop everything about the machine.
 * The caps of rhythm, or of hand, and of machine together stay below 50 as well.
 */
export const POLICY: Readonly<Record<string, GroupPolicy>> = {
  rhythm: {
    cap: 45,
    weights: { agent_behavior: [15, 40], programmatic_typing: [30, 45], no_corrections: [2, 8] },
  },
  hand: {
    cap: 45,
    weights: {
      teleporting_mouse: [10, 30],
      jump_scrolling: [4, 15],
      centered_clicks: [10, 30],
      programmatic_clicking: [15, 40],
    },
  },
  text: { cap: 12, weights: { all_pasted: [2, 8], external_input: [2, 8] } },
  tool: { cap: 48, weights: { bot: [30, 48] } },
  machine: { cap: 4, weights: { virtual_machine: [1, 3], software_renderer: [1, 3] } },
  network: { cap: 20, weights: { vpn: [4, 10], tor: [8, 16], location_spoofing: [4, 12] } },
}

/** Points of proof: the highest band alone, with room for a workspace that moves its bands. */
export const PROOF_POINTS = 90

/** What automation should reach: the highest band, with room for recordings not seen. */
export const AUTOMATION_FROM = 80
/** What people may come to. The caps leave the room here: one innocent cause carries 45 points at most. */
export const PEOPLE_UNTIL = 49
