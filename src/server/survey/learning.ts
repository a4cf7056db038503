/** What the answers to a question teach about the next ones. */
import type { AnswerKey } from '../../store/surveys.ts'
import type { Lesson } from './analysis.ts'
import type { SurveyDesk } from './desk.ts'

export async function learn(_desk: SurveyDesk, _key: AnswerKey, _lessons: readonly Lesson[]): Promise<void> {}
