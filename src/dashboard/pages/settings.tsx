import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { SettingsView, WhatIf } from '../../contract/dashboard/settings.ts'
import { change } from '../client.ts'
import { usePermissions } from '../me.ts'
import { fullErrorMessage } from '../parts/form.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { Notice } from '../parts/notice.tsx'
import { Page } from '../parts/page.tsx'
import { Agents } from '../settings/agents.tsx'
import { type Draft, draftOf, isAscending, isChanged, requestOf } from '../settings/draft.ts'
import { BandEditor, WeightEditor } from '../settings/risk_editor.tsx'
import { WhatIfView } from '../settings/what_if.tsx'
import { texts } from '../texts.ts'
import { useData } from '../use_data.ts'

const words = texts.settings
const DOCS = ['how-to/tune-risk-settings', 'how-to/allow-declared-agents', 'explanation/scoring'] as const

export function Settings() {
  const settings = useData<SettingsView>(['settings'])
  return (
    <Page title={words.title} lead={words.lead} docs={DOCS}>
      <Loaded query={settings}>{(saved) => <Editor saved={saved} />}</Loaded>
      <Agents />
    </Page>
  )
}

/** Holds the draft until it is saved. */
function Editor({ saved }: { saved: SettingsView }) {
  const can = usePermissions()
  const cache = useQueryClient()
  const [edited, edit] = useState<Draft>()
  const draft = edited ?? draftOf(saved)
  const preview = useMutation({
    mutationFn: (what: Draft) => change<WhatIf>('POST', '/settings/what-if', requestOf(what, saved)),
  })
  const saving = useMutation({
    mutationFn: (what: Draft) => change<SettingsView>('PATCH', '/settings', requestOf(what, saved)),
    onSuccess: async () => {
      await cache.invalidateQueries()
      edit(undefined)
      preview.reset()
    },
  })
  const update = (change: Partial<Draft>) => {
    edit({ ...draft, ...change })
    if (preview.data !== undefined) preview.reset()
  }
  const differs = isChanged(draft, saved)
  const isValid = isAscending(draft.bands)
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
      <BandEditor draft={draft} saved={saved} isLocked={!can.analyze} update={update} />
      <WeightEditor draft={draft} saved={saved} isLocked={!can.analyze} update={update} />
      {can.analyze && (
        <div className="settings-end">
          <button
            type="button"
            className="primary"
            disabled={!differs || !isValid || preview.isPending}
            onClick={() => preview.mutate(draft)}
          >
            {preview.isPending ? words.computing : words.whatIf}
          </button>
          {can.manage && (
            <button
              type="button"
              disabled={!differs || !isValid || preview.data === undefined || saving.isPending}
              onClick={() => saving.mutate(draft)}
            >
              {words.save}
            </button>
          )}
          {differs && (
            <button type="button" className="quiet" onClick={() => edit(undefined)}>
              {words.discard}
            </button>
          )}
          {can.manage && differs && preview.data === undefined && (
            <span className="small-print">{words.firstWhatIf}</span>
          )}
        </div>
      )}
      {preview.error !== null && <Notice tone="bad">{fullErrorMessage(preview.error)}</Notice>}
      {saving.error !== null && <Notice tone="bad">{fullErrorMessage(saving.error)}</Notice>}
      {preview.data !== undefined && <WhatIfView whatIf={preview.data} />}
    </>
  )
}
