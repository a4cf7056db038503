import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { AgainView } from '../../contract/dashboard/survey_again.ts'
import { apiPath, change, get } from '../client.ts'
import { usePermissions } from '../me.ts'
import { fullErrorMessage } from '../parts/form.tsx'
import { Notice } from '../parts/notice.tsx'
import { texts } from '../texts.ts'

const words = texts.survey
const POLL_MS = 1_000

/** Starts a new analysis of all participants in the background, and shows its progress. */
export function AnalyzeSurveyAgain({ id }: { id: string }) {
  const cache = useQueryClient()
  const can = usePermissions()
  const path = apiPath(['surveys', id, 'analyze-again'])
  const key = ['survey-again', id]
  const progress = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => get<AgainView>(path, signal),
    refetchInterval: ({ state }) => (state.data?.running ? POLL_MS : false),
  })
  const start = useMutation({
    mutationFn: () => change<AgainView>('POST', path),
    onSuccess: (view) => cache.setQueryData(key, view),
  })
  const isRunning = progress.data?.running === true
  // A short analysis may begin and end between two polls, so the time of the request counts too.
  const state = isRunning ? 'running' : progress.data?.requested_at
  const seen = useRef(state)
  useEffect(() => {
    if (state === undefined) return
    const isNew = seen.current !== undefined && seen.current !== state
    if (isNew && state !== 'running') void cache.invalidateQueries({ queryKey: ['surveys', id] })
    seen.current = state
  }, [state, cache, id])
  return (
    <>
      <div className="row">
        {can.analyze && (
          <button type="button" disabled={isRunning || start.isPending} onClick={() => start.mutate()}>
            {words.analyzeAgain}
          </button>
        )}
        <span className="small-print" role="status">
          {progress.data !== undefined &&
            progress.data.requested_at !== null &&
            (isRunning
              ? words.analyzingAgain(progress.data.done, progress.data.participants)
              : words.analyzedAgain(progress.data.done))}
        </span>
      </div>
      {start.error !== null && <Notice tone="bad">{fullErrorMessage(start.error)}</Notice>}
    </>
  )
}
