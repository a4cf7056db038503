import type { SurveySummary } from '../surveys.ts'

export interface RawSummary {
  survey_id: string
  participants: number
  flagged: number
  first_at: number
  last_at: number
}

export function surveySummary(raw: RawSummary): SurveySummary {
  return {
    surveyId: raw.survey_id,
    participants: raw.participants,
    flagged: raw.flagged,
    firstAt: raw.first_at,
    lastAt: raw.last_at,
  }
}
