import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense, useEffect, useState } from 'react'
import type { SettingsView, WhatIf } from '../../contract/dashboard/settings.ts'
import { change } from '../client.ts'
import { useExtensions } from '../extensions.ts'
import { usePermissions } from '../me.ts'
import { fullErrorMessage } from '../parts/form.tsx'
import { Loaded, Loading } from '../parts/loaded.tsx'
import { Notice } from '../parts/notice.tsx'
import { Page } from '../parts/page.tsx'
import { AcceptanceEditor } from '../settings/acceptance_editor.tsx'
import { type Draft, draftOf, isAscending, isChanged, requestOf } from '../settings/draft.ts'
import { BandEditor, WeightEditor } from '../settings/risk_editor.tsx'
import { Moves, WhatIfView } from '../settings/what_if.tsx'
import { texts } from '../texts.ts'
import { useData } from '../use_data.ts'

const words = texts.settings
export function Settings() {
  const settings = useData<SettingsView>(['settings'])
  const added = useExtensions().flatMap(({ settings = [] }) => settings)
  const docs = ['how-to/tune-risk-settings', ...added.map(({ docs }) => docs), 'explanation/scoring'] as const
  return (
    <Page title={words.title} lead={words.lead} docs={docs}>
      <Loaded query={settings}>{(saved) => <Editor saved={saved} />}</Loaded>
      {added.map(({ docs: { path }, Card }) => (
        <Suspense key={path} fallback={<Loading />}>
          <Card />
        </Suspense>
      ))}
    </Page>
  )
}

/** Holds the draft until it is saved. */
function Editor({ saved }: { saved: SettingsView }) {
  const can = usePermissions()
  const cache = useQueryClient()
  const [edited, edit] = useState<Draft>()
  const draft = edited ?? draftOf(saved)
  const differs = isChanged(draft, saved)
  const isValid = isAscending(draft.bands)
  const preview = useWhatIf(draft, saved, differs && isValid && can.analyze)
  const saving = useMutation({
    mutationFn: (what: Draft) =>
      change<SettingsView>('PATCH', '/settings', {
        ...requestOf(what, saved),
        acceptance: what.acceptance,
      }),
    onSuccess: async () => {
      await cache.invalidateQueries()
      edit(undefined)
    },
  })
  const update = (change: Partial<Draft>) => edit({ ...draft, ...change })
  return (
    <>
      {saved.rescoring && <Notice tone="watch">{words.rescoring}</Notice>}
      {saving.isSuccess && !differs && <Notice tone="good">{words.saved}</Notice>}
      <section className="card">
        <label className="choice">
          <input
            type="checkbox"
            checked={draft.monitorOnly}
            disabled={!can.analyze}
            onChange={(event) => update({ monitorOnly: event.target.checked })}
          />
          <span>
            <strong>{words.monitorOnly}</strong>
            <span className="hint">{words.monitorOnlyHint}</span>
          </span>
        </label>
      </section>
      <AcceptanceEditor
        draft={draft}
        isLocked={!can.analyze}
        update={update}
        {...(differs && preview.data !== undefined && { whatIf: preview.data })}
      />
      <BandEditor
        draft={draft}
        saved={saved}
        isLocked={!can.analyze}
        update={update}
        {...(differs && preview.data !== undefined && { whatIf: preview.data })}
      />
      <WeightEditor draft={draft} saved={saved} isLocked={!can.analyze} update={update} />
      {can.analyze && differs && (
        <div className="settings-end">
          {can.manage && (
            <button
              type="button"
              className="primary"
              disabled={!isValid || saving.isPending}
              onClick={() => saving.mutate(draft)}
            >
              {words.save}
            </button>
          )}
          <button type="button" className="quiet" onClick={() => edit(undefined)}>
            {words.discard}
          </button>
          <p role="status">
            {preview.isFetching || preview.data === undefined
              ? isValid && words.computing
              : texts.whatIf.summary(preview.data.changed)}
          </p>
          {preview.data !== undefined && <Moves whatIf={preview.data} />}
        </div>
      )}
      {preview.error !== null && <Notice tone="bad">{fullErrorMessage(preview.error)}</Notice>}
      {saving.error !== null && <Notice tone="bad">{fullErrorMessage(saving.error)}</Notice>}
      {differs && preview.data !== undefined && <WhatIfView whatIf={preview.data} draft={draft} />}
    </>
  )
}

/** A pause in editing after which the effect is computed. */
const PAUSE_MS = 300

/** The effect of a draft on stored sessions, shortly after each change. */
function useWhatIf(draft: Draft, saved: SettingsView, isWanted: boolean) {
  const request = JSON.stringify(requestOf(draft, saved))
  const [asked, ask] = useState<string>()
  useEffect(() => {
    const timer = setTimeout(() => ask(isWanted ? request : undefined), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [request, isWanted])
  return useQuery({
    queryKey: ['settings', 'what-if', asked],
    queryFn: () => change<WhatIf>('POST', '/settings/what-if', JSON.parse(asked ?? '{}')),
    enabled: asked !== undefined,
    placeholderData: keepPreviousData,
  })
}
