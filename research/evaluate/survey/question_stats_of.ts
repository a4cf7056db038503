import { sampleFrom } from '../../../src/checks/survey/analyze.ts'
import { addSample, type QuestionStats } from '../../../src/features/text/question_stats.ts'

/** The statistics of each question, as the service has them. One object per participant: answers by question. */
export function statsOf(
  participants: readonly Readonly<Record<string, string>>[],
): Map<string, QuestionStats> {
  const stats = new Map<string, QuestionStats>()
  for (const answers of participants) {
    for (const [question, answer] of Object.entries(answers)) {
      const sample = sampleFrom(answer, question)
      if (sample !== null) stats.set(question, addSample(stats.get(question) ?? null, sample))
    }
  }
  return stats
}
