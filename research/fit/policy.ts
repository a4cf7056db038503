/** Limits that no fit may change, besides the groups, caps and ranges of src/risk/weights.json. */

/** Points of a proof: enough for the highest band alone, with a margin for workspaces that change their bands. */
export const PROOF_POINTS = 90

/** The score that automation should reach: the highest band, with a margin for new recordings. */
export const AUTOMATION_FROM = 80
/** The highest score that people may reach. The caps allow it: one innocent cause adds 45 points at most. */
export const PEOPLE_UNTIL = 49
