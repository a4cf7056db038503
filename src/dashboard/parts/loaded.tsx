import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Refused } from '../client.ts'
import { texts } from '../texts.ts'
import { Elsewhere } from './elsewhere.tsx'
import { Notice } from './notice.tsx'

export interface LoadedProps<Data> {
  readonly query: UseQueryResult<Data>
  children(data: Data): ReactNode
}

/** What was read, or why it is not there. What is known already stays while it is read again. */
export function Loaded<Data>({ query, children }: LoadedProps<Data>) {
  if (query.data !== undefined) return children(query.data)
  if (query.error !== null) return <Failure error={query.error} again={() => query.refetch()} />
  return <Waiting />
}

export function Waiting() {
  return (
    <p className="waiting" role="status">
      {texts.loading}
    </p>
  )
}

export function Failure({ error, again }: { error: Error; again?: () => unknown }) {
  const missing = error instanceof Refused && error.status === 404
  return (
    <Notice tone={missing ? 'plain' : 'bad'}>
      {missing ? texts.notFound : sentenceOf(error)}
      {missing && <Elsewhere />}
      {!missing && again !== undefined && (
        <button type="button" onClick={() => again()}>
          {texts.tryAgain}
        </button>
      )}
    </Notice>
  )
}

/** The service's own sentence; a browser's word for a broken connection says nothing to anybody. */
export function sentenceOf(error: Error): string {
  return error instanceof Refused ? error.message : texts.unreachable
}
