/** Overrides the verdict on a participant, and can undo the last change. */
import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query'
import type { VerdictChanged, VerdictRequest } from '../../contract/dashboard/verdicts.ts'
import { apiPath, change } from '../client.ts'

export function useVerdict(
  surveyId: string,
  participantId: string,
): UseMutationResult<VerdictChanged, Error, VerdictRequest | null> {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (request) => setVerdict(surveyId, participantId, request),
    onSuccess: () => cache.invalidateQueries({ queryKey: ['surveys', surveyId] }),
  })
}

/** Null removes the reviewer's verdict. */
export function setVerdict(
  surveyId: string,
  participantId: string,
  request: VerdictRequest | null,
): Promise<VerdictChanged> {
  const path = apiPath(['surveys', surveyId, 'participants', participantId, 'verdict'])
  return request === null ? change('DELETE', path) : change('PUT', path, request)
}

/** The request that restores what a change replaced. */
export const undoOf = ({ previous }: VerdictChanged): VerdictRequest | null =>
  previous && { verdict: previous.verdict, note: previous.note }
