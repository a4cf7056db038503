import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { Label } from '../../contract/dashboard/sessions.ts'
import { fullErrorMessage } from '../parts/form.tsx'
import { Icon } from '../parts/icon.tsx'
import { Notice } from '../parts/notice.tsx'
import { texts } from '../texts.ts'
import { labelMany } from './label_many.ts'

const words = texts.markMany

export interface MarkManyProps {
  readonly ids: readonly string[]
  /** Further controls. */
  readonly children?: ReactNode
  onDone?(): void
}

/** Buttons that label several sessions at once, with undo. */
export function MarkMany({ ids, children, onDone }: MarkManyProps) {
  const cache = useQueryClient()
  const [last, setLast] = useState<{ readonly text: string; readonly undo: () => Promise<void> }>()
  const refresh = () =>
    cache.invalidateQueries({ predicate: ({ queryKey }) => /^session/.test(String(queryKey[0])) })
  const marking = useMutation({
    mutationFn: (label: Label) => labelMany(ids, { label }),
    onSuccess: (undo, label) => {
      setLast({ text: words.done(ids.length, label), undo })
      onDone?.()
      return refresh()
    },
  })
  const undoing = useMutation({
    mutationFn: async () => last?.undo(),
    onSuccess: () => {
      setLast(undefined)
      return refresh()
    },
  })
  const isBusy = marking.isPending || undoing.isPending
  const error = marking.error ?? undoing.error
  return (
    <div className="mark-many">
      {ids.length > 0 &&
        (['person', 'bot'] as const).map((label) => (
          <button
            key={label}
            type="button"
            className="small"
            disabled={isBusy}
            onClick={() => marking.mutate(label)}
          >
            <Icon name={label} /> {words.mark(ids.length, label)}
          </button>
        ))}
      {children}
      {last !== undefined && (
        <p role="status" className="row">
          {last.text}
          <button type="button" className="link" disabled={isBusy} onClick={() => undoing.mutate()}>
            {words.undo}
          </button>
        </p>
      )}
      {error !== null && <Notice tone="bad">{fullErrorMessage(error)}</Notice>}
    </div>
  )
}
