/** Overrules the verdict on a participant, and can undo the last change. */
import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query'
import type { VerdictChanged, VerdictRequest } from '../../contract/dashboard/verdicts.ts'
import { apiPath, change } from '../client.ts'

export function useVerdict(
  surveyId: string,
  participantId: string,
): UseMutationResult<VerdictChanged, Error, VerdictRequest> {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (request) =>
      change<VerdictChanged>(
        'PUT',
        apiPath(['surveys', surveyId, 'participants', participantId, 'verdict']),
        request,
      ),
    onSuccess: () => cache.invalidateQueries({ queryKey: ['survey', surveyId] }),
  })
}

/** The request that restores what a change replaced. */
export const undoOf = ({ previous }: VerdictChanged): VerdictRequest =>
  previous === null ? { verdict: null } : { verdict: previous.verdict, note: previous.note }
