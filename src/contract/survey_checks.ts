/** The survey checks: everything about a check except its code, which is in src/checks/survey. */

export type SurveyVersion = 'v021' | 'v012'

/**
 * What a check is about: the text, its author, how the text was entered, or answers that occur twice. Checks of one kind
 * have common innocent causes, so the verdict counts only the strongest of them. Checks of `entry` need recorded typing,
 * and only they run on an answer that is a number.
 */
export const SURVEY_CHECK_KINDS = ['text', 'author', 'entry', 'similar answers'] as const

interface SurveyCheckEntry {
  /** Exactly as on the wire. */
  readonly name: string
  /** As the dashboard shows it. */
  readonly label: string
  /** Name of its file, its test and its page; checks that only v012 has share the page `v012`. */
  readonly file: string
  readonly kind: (typeof SURVEY_CHECK_KINDS)[number]
  /**
   * How much it counts in the verdict at full strength, 0 to 1. The weights are policy: low effort, pasting, profanity and
   * one copied answer alone never reach `remove`.
   */
  readonly weight: number
  /** For the panel provider: about the response, never about the person. */
  readonly meaning: string
  /** For the participant: an observation without a conclusion. The evidence follows it. */
  readonly observed: string
  /** For a paper, as it stands behind "checks for". */
  readonly phrase: string
}

/** In the order of the wire. A new check belongs here. */
const V021 = [
  {
    name: 'Automated test: Gibberish',
    label: 'Gibberish',
    file: 'gibberish',
    kind: 'text',
    weight: 0.8,
    meaning: 'An answer does not form words or sentences of its language.',
    observed: 'The text did not read like normal sentences.',
    phrase: 'gibberish',
  },
  {
    name: 'Automated test: Off-topic',
    label: 'Off topic',
    file: 'off_topic',
    kind: 'text',
    weight: 0.6,
    meaning: 'An answer does not relate to the question.',
    observed: 'The text had little to do with the question.',
    phrase: 'off-topic answers',
  },
  {
    name: 'Automated test: GPT',
    label: 'Written like a chatbot',
    file: 'gpt',
    kind: 'author',
    weight: 0.8,
    meaning: 'The wording of an answer resembles text written by language models.',
    observed: 'The style resembled that of AI-generated text.',
    phrase: 'text written by language models',
  },
  {
    name: 'Automated test: Profane',
    label: 'Profanity',
    file: 'profane',
    kind: 'text',
    weight: 0.4,
    meaning: 'An answer contains profane words.',
    observed: 'The text contained words that many people find offensive.',
    phrase: 'profanity',
  },
  {
    name: 'Low-effort',
    label: 'Little effort',
    file: 'low_effort',
    kind: 'text',
    weight: 0.3,
    meaning: 'An answer contains little information.',
    observed: 'The answer was very short or general.',
    phrase: 'low effort',
  },
  {
    name: 'Partial pasting',
    label: 'Partly pasted',
    file: 'partial_pasting',
    kind: 'entry',
    weight: 0.3,
    meaning: 'Part of an answer was inserted all at once, and the rest was typed.',
    observed: 'Part of the text was inserted all at once, and the rest was typed.',
    phrase: 'partial pasting',
  },
  {
    name: 'Programmatic entry',
    label: 'Entered by a program',
    file: 'programmatic_entry',
    kind: 'entry',
    weight: 0.8,
    meaning: 'The text of an answer changed without key presses, or with constant intervals.',
    observed: 'The text changed without typing, or was typed faster or more evenly than people type.',
    phrase: 'programmatic entry',
  },
  {
    name: 'Response pasted',
    label: 'Pasted',
    file: 'response_pasted',
    kind: 'entry',
    weight: 0.5,
    meaning: 'The whole text of an answer was inserted all at once.',
    observed: 'The whole text was inserted all at once.',
    phrase: 'pasted answers',
  },
  {
    name: 'Self-duplicate response',
    label: 'Same answer to several questions',
    file: 'self_duplicate',
    kind: 'similar answers',
    weight: 0.4,
    meaning: 'Answers to different questions are similar.',
    observed: 'The same or nearly the same answer was given to more than one question.',
    phrase: 'similar answers to several questions',
  },
  {
    name: 'Cross-duplicate response',
    label: 'Same answer as others',
    file: 'cross_duplicate',
    kind: 'similar answers',
    weight: 0.8,
    meaning: 'An answer is similar to that of another participant.',
    observed: 'An earlier participant gave the same or nearly the same answer.',
    phrase: 'similar answers from several participants',
  },
  {
    name: 'Unnatural typing',
    label: 'Unnatural typing',
    file: 'unnatural_typing',
    kind: 'entry',
    weight: 0.6,
    meaning: 'The recorded typing differs from the typing of most people.',
    observed: 'The typing rhythm was unlike that of most people.',
    phrase: 'unnatural typing',
  },
] as const satisfies readonly SurveyCheckEntry[]

/** Checks that v021 does not have. */
const ONLY_V012 = [
  {
    name: 'All responses empty',
    label: 'No answers',
    file: 'all_responses_empty',
    kind: 'text',
    weight: 0.5,
    meaning: 'No question was answered.',
    observed: 'No question was answered.',
    phrase: 'empty responses',
  },
  {
    name: 'Text chunking',
    label: 'Entered in pieces',
    file: 'text_chunking',
    kind: 'entry',
    weight: 0.5,
    meaning: 'The text of an answer was inserted in parts rather than typed.',
    observed: 'The text was entered in pieces rather than character by character.',
    phrase: 'text entered in chunks',
  },
  {
    name: 'GPT paste artifacts',
    label: 'Formatted like a chatbot',
    file: 'gpt_paste_artifacts',
    kind: 'author',
    weight: 0.8,
    meaning: 'The formatting of an answer resembles that of chat models.',
    observed: 'The text contained formatting that AI chat programs produce.',
    phrase: 'formatting typical of chat models',
  },
  {
    name: 'Unnatural typing speed',
    label: 'Unnatural typing speed',
    file: 'unnatural_typing_speed',
    kind: 'entry',
    weight: 0.5,
    meaning: 'The recorded typing speed differs from that of most people.',
    observed: 'The typing speed was unlike that of most people.',
    phrase: 'unnatural typing speed',
  },
  {
    name: 'Unnatural pausing',
    label: 'Unnatural pauses',
    file: 'unnatural_pausing',
    kind: 'entry',
    weight: 0.5,
    meaning: 'The recorded pauses differ from those of most people.',
    observed: 'The pauses while typing were unlike those of most people.',
    phrase: 'unnatural pausing',
  },
  {
    name: 'Automated test: Junk',
    label: 'Junk',
    file: 'junk',
    kind: 'text',
    weight: 0.8,
    meaning: 'An answer does not relate to the question or does not form sentences.',
    observed: 'The text had little meaning.',
    phrase: 'junk',
  },
] as const satisfies readonly SurveyCheckEntry[]

/** Both versions, each check once. */
export const SURVEY_CHECK_ENTRIES = [...V021, ...ONLY_V012]
export type SurveyCheckName = (typeof SURVEY_CHECK_ENTRIES)[number]['name']
export type SurveyCheckV021 = (typeof V021)[number]['name']

export const SURVEY_CHECKS: readonly SurveyCheckName[] = SURVEY_CHECK_ENTRIES.map(({ name }) => name)
export const SURVEY_CHECKS_V021: readonly SurveyCheckV021[] = V021.map(({ name }) => name)
/** In the order of the wire. This version gets no new checks. */
export const SURVEY_CHECKS_V012 = [
  'All responses empty',
  'Text chunking',
  'GPT paste artifacts',
  'Self-duplicate response',
  'Cross-duplicate response',
  'Unnatural typing speed',
  'Unnatural pausing',
  'Automated test: Junk',
  'Automated test: GPT',
] as const satisfies readonly SurveyCheckName[]

export const SURVEY_CHECKS_OF: Readonly<Record<SurveyVersion, readonly SurveyCheckName[]>> = {
  v021: SURVEY_CHECKS_V021,
  v012: SURVEY_CHECKS_V012,
}

const BY_NAME: ReadonlyMap<string, SurveyCheckEntry> = new Map(
  SURVEY_CHECK_ENTRIES.map((entry) => [entry.name, entry]),
)

/** Undefined: a stored result may name a check of another release. */
export const surveyCheckOf = (name: string): SurveyCheckEntry | undefined => BY_NAME.get(name)

export const surveyCheckLabel = (name: string): string => surveyCheckOf(name)?.label ?? name
