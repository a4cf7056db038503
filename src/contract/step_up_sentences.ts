/** Sentences for step-up verification that a workspace stores in place of those of the service. */
import { Type } from 'typebox'

export const MAX_SENTENCES = 50

/** A rhythm needs about 40 key presses. */
export const SENTENCE_CHARS = { least: 40, most: 200 } as const
/** Fewer, such as one key pressed again and again, are no sentence. */
export const LEAST_DISTINCT_CHARS = 10

export const StepUpSentences = Type.Array(
  Type.String({
    minLength: SENTENCE_CHARS.least,
    maxLength: SENTENCE_CHARS.most,
    // Words in one line, without spaces around them.
    pattern: '^[^\\s\\x00-\\x1f\\x7f]+( [^\\s\\x00-\\x1f\\x7f]+)*$',
  }),
  {
    maxItems: MAX_SENTENCES,
    description: `Sentences for step-up verification, in place of those of the service: at most ${MAX_SENTENCES}, each of ${SENTENCE_CHARS.least} to ${SENTENCE_CHARS.most} characters, at least ${LEAST_DISTINCT_CHARS} of them different. Empty: the sentences of the service.`,
    examples: [['der kleine hund wartet am morgen vor der alten mühle']],
  },
)
