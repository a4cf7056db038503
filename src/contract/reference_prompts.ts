/** How chatbots are asked for reference answers: participants ask them in these ways. */
export const REFERENCE_PROMPTS = {
  plain: (question: string) => question,
  participant: (question: string) => `Answer as a participant of this survey: ${question}`,
  short: (question: string) => `Answer in one short sentence: ${question}`,
} as const
export type ReferencePrompt = keyof typeof REFERENCE_PROMPTS
