import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { RetentionView } from '../../contract/dashboard/retention.ts'
import { change } from '../client.ts'
import { usePermissions } from '../me.ts'
import { texts } from '../texts.ts'
import { useData } from '../use_data.ts'
import { fullErrorMessage } from './form.tsx'
import { Notice } from './notice.tsx'

const words = texts.retention
const REFRESH_MS = 60_000

/** On every page while old data is not erased because the time is not certain. */
export function RetentionNotice() {
  const { data } = useData<RetentionView>(['retention'], {}, { refetchInterval: REFRESH_MS })
  if (data === undefined || data.waits_for === null || data.confirmed) return null
  return <Waiting view={data} />
}

function Waiting({ view: { waits_for, clock_state, clock } }: { view: RetentionView }) {
  const can = usePermissions()
  const cache = useQueryClient()
  const confirming = useMutation({
    mutationFn: () => change<RetentionView>('POST', '/retention/confirmation'),
    onSuccess: () => cache.invalidateQueries({ queryKey: ['retention'] }),
  })
  return (
    <Notice tone="watch">
      <p>
        <strong>{words.title}</strong>{' '}
        {waits_for === 'unforeseen'
          ? words.unforeseen
          : words.clock(new Date(clock).toISOString(), clock_state === 'behind')}
      </p>
      {can.manage && (
        <button
          type="button"
          className="small"
          disabled={confirming.isPending}
          onClick={() => confirming.mutate()}
        >
          {words.confirm}
        </button>
      )}
      {confirming.error !== null && <Notice tone="bad">{fullErrorMessage(confirming.error)}</Notice>}
    </Notice>
  )
}
