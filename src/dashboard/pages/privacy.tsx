import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { DemoData, Erasure, ErasureRequest } from '../../contract/dashboard/privacy.ts'
import type { SettingsChange, SettingsView } from '../../contract/dashboard/settings.ts'
import { change, get } from '../client.ts'
import { useMay } from '../me.ts'
import { DEMO, DemoButton } from '../parts/demo_offer.tsx'
import { Field, Form, textOf, wordsOf } from '../parts/form.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { Notice } from '../parts/notice.tsx'
import { Page } from '../parts/page.tsx'
import { texts } from '../texts.ts'

const words = texts.privacy

export function Privacy() {
  const may = useMay()
  return (
    <Page title={words.title} lead={words.lead}>
      {may.own ? (
        <div className="columns loose">
          <RetentionCard />
          <EraseCard />
          <DemoCard />
        </div>
      ) : (
        <Notice>{texts.ownersOnly}</Notice>
      )}
    </Page>
  )
}

function RetentionCard() {
  const settings = useQuery({
    queryKey: ['settings'],
    queryFn: ({ signal }) => get<SettingsView>('/settings', signal),
  })
  return (
    <section className="card">
      <h2>{words.retention}</h2>
      <p>{words.retentionLead}</p>
      <Loaded query={settings}>
        {(saved) => <RetentionForm key={JSON.stringify(saved.retention)} saved={saved} />}
      </Loaded>
    </section>
  )
}

const daysOf = (fields: FormData, name: string): number | null => {
  const days = textOf(fields, name)
  return days === '' ? null : Number(days)
}

function RetentionForm({ saved }: { saved: SettingsView }) {
  const cache = useQueryClient()
  const save = (fields: FormData) => {
    const { weights, bands, monitor_only } = saved
    const retention = {
      session_days: daysOf(fields, 'session_days'),
      survey_days: daysOf(fields, 'survey_days'),
    }
    const body: SettingsChange = { weights, bands, monitor_only, retention }
    return change('PUT', '/settings', body)
  }
  return (
    <Form submit={texts.save} send={save} onDone={() => cache.invalidateQueries({ queryKey: ['settings'] })}>
      <Field
        label={words.sessionDays}
        hint={words.forEver}
        name="session_days"
        type="number"
        least={1}
        most={3650}
        value={saved.retention.session_days ?? undefined}
        isOptional
      />
      <Field
        label={words.surveyDays}
        hint={words.forEver}
        name="survey_days"
        type="number"
        least={1}
        most={3650}
        value={saved.retention.survey_days ?? undefined}
        isOptional
      />
    </Form>
  )
}

const SUBJECTS = ['user_id', 'participant_id', 'session_id'] as const
type Subject = (typeof SUBJECTS)[number]

function EraseCard() {
  const cache = useQueryClient()
  const [subject, setSubject] = useState<Subject>('user_id')
  const [erased, setErased] = useState<Erasure>()
  const erase = (fields: FormData) => {
    const id = textOf(fields, 'id')
    const survey = textOf(fields, 'survey_id')
    const request: ErasureRequest =
      subject === 'user_id'
        ? { user_id: id }
        : subject === 'session_id'
          ? { session_id: id }
          : { participant_id: id, ...(survey !== '' && { survey_id: survey }) }
    return change<Erasure>('POST', '/erasures', request)
  }
  return (
    <section className="card">
      <h2>{words.erase}</h2>
      <p>{words.eraseLead}</p>
      <Form
        submit={words.eraseNow}
        tone="danger"
        send={erase}
        isEmptied
        onDone={(what) => {
          setErased(what)
          void cache.invalidateQueries()
        }}
      >
        <fieldset>
          <legend>{words.whom}</legend>
          {SUBJECTS.map((name) => (
            <label key={name} className="tick">
              <input
                type="radio"
                name="subject"
                checked={subject === name}
                onChange={() => setSubject(name)}
              />
              <span>{words.subjects[name]}</span>
            </label>
          ))}
        </fieldset>
        <Field label={words.ids[subject]} name="id" />
        {subject === 'participant_id' && (
          <Field label={words.inSurvey} hint={words.inSurveyHint} name="survey_id" isOptional />
        )}
        <label className="tick">
          <input type="checkbox" required />
          <span>{words.sure}</span>
        </label>
      </Form>
      {erased !== undefined && (
        <Notice tone="good">
          {words.erased(erased.sessions, erased.analyses, erased.labels, erased.deliveries)}
        </Notice>
      )}
    </section>
  )
}

function DemoCard() {
  const cache = useQueryClient()
  const demo = useQuery({ queryKey: DEMO, queryFn: ({ signal }) => get<DemoData>('/demo-data', signal) })
  const removing = useMutation({
    mutationFn: () => change('DELETE', '/demo-data'),
    onSuccess: () => cache.invalidateQueries(),
  })
  return (
    <section className="card">
      <h2>{texts.demo.title}</h2>
      <p>{texts.demo.lead}</p>
      <Loaded query={demo}>
        {({ sessions, participants, empty }) => (
          <>
            <p>
              {sessions + participants === 0 ? texts.demo.none : texts.demo.there(sessions, participants)}
            </p>
            <div className="row">
              {sessions + participants > 0 && (
                <button
                  type="button"
                  className="danger"
                  disabled={removing.isPending}
                  onClick={() => removing.mutate()}
                >
                  {texts.demo.remove}
                </button>
              )}
              {empty && sessions + participants === 0 && <DemoButton />}
            </div>
            {!empty && sessions + participants === 0 && <p className="small-print">{texts.demo.notEmpty}</p>}
          </>
        )}
      </Loaded>
      {removing.error !== null && <Notice tone="bad">{wordsOf(removing.error)}</Notice>}
    </section>
  )
}
