import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ApiError } from '../client.ts'
import { texts } from '../texts.ts'
import { Empty } from './empty.tsx'
import { Icon } from './icon.tsx'
import { Notice } from './notice.tsx'
import { OtherWorkspaces } from './other_workspaces.tsx'

export interface LoadedProps<Data> {
  readonly query: UseQueryResult<Data>
  children(data: Data): ReactNode
}

/** Renders loaded data, an error or a loading message. Old data stays visible during a refetch. */
export function Loaded<Data>({ query, children }: LoadedProps<Data>) {
  if (query.data !== undefined) return children(query.data)
  if (query.error !== null) return <Failure error={query.error} onRetry={() => query.refetch()} />
  return <Loading />
}

export function Loading() {
  return (
    <p className="loading" role="status">
      {texts.loading}
    </p>
  )
}

export function Failure({ error, onRetry }: { error: Error; onRetry?: () => unknown }) {
  const missing = error instanceof ApiError && error.status === 404
  const isForbidden = error instanceof ApiError && error.status === 403
  if (missing)
    return (
      <Empty icon="search" title={texts.notFound}>
        <OtherWorkspaces />
      </Empty>
    )
  return (
    <Notice tone="bad">
      <span className="row">
        {!(error instanceof ApiError) && <Icon name="offline" />}
        {errorMessage(error)}
      </span>
      {!isForbidden && onRetry !== undefined && (
        <button type="button" onClick={() => onRetry()}>
          {texts.tryAgain}
        </button>
      )}
    </Notice>
  )
}

/** The message from the service; the browser's own text for network errors is not helpful. */
export function errorMessage(error: Error): string {
  return error instanceof ApiError ? error.message : texts.unreachable
}
