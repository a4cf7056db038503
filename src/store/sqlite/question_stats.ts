/** Reads the statistics of questions. */
import type { Database } from 'better-sqlite3'
import { type RawStats, storedStats } from '../rows/survey.ts'
import type { StoredStats } from '../surveys.ts'

export function questionStatsReader(db: Database) {
  // One statement, so that no save comes between the two tables.
  const rows = db.prepare<
    [{ workspace: string; survey: string; question: string; since: number }],
    RawStats
  >(`
    SELECT saved_revision AS revision, stats_revision AS latest,
      CASE WHEN saved_revision > @since THEN stats END AS content
    FROM questions WHERE workspace = @workspace AND survey_id = @survey AND question_id = @question
    UNION ALL
    SELECT revision, NULL, sample FROM question_samples
    WHERE workspace = @workspace AND survey_id = @survey AND question_id = @question AND revision > @since`)
  return (workspace: string, surveyId: string, questionId: string, since: number): StoredStats | null => {
    const [survey, question] = [surveyId.toWellFormed(), questionId.toWellFormed()]
    return storedStats([workspace, survey, question], rows.all({ workspace, survey, question, since }), since)
  }
}
