import { useQueryClient } from '@tanstack/react-query'
import { Fragment, type ReactNode, useState } from 'react'
import { CHOICE_NAMES, CHOICES, type ChoiceName, optionsOf } from '../../contract/choices.ts'
import type { Erasure, ErasureRequest } from '../../contract/dashboard/privacy.ts'
import type { SettingsChange, SettingsView } from '../../contract/dashboard/settings.ts'
import { change, download } from '../client.ts'
import { usePermissions } from '../me.ts'
import { Field, Form, textOf } from '../parts/form.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { Notice } from '../parts/notice.tsx'
import { Page } from '../parts/page.tsx'
import { texts } from '../texts.ts'
import { useData } from '../use_data.ts'

const words = texts.privacy
const DOCS = ['how-to/erase-or-export-a-person', 'explanation/privacy'] as const

export function Privacy() {
  const can = usePermissions()
  return (
    <Page title={words.title} lead={words.lead} docs={DOCS}>
      {can.manage ? (
        <div className="columns loose">
          <SettingCard
            title={words.retention}
            lead={words.retentionLead}
            savedValue={({ retention }) => JSON.stringify(retention)}
          >
            {(saved) => <RetentionForm saved={saved} />}
          </SettingCard>
          {CHOICE_NAMES.map((name) => (
            <SettingCard
              key={name}
              title={CHOICES[name].title}
              lead={CHOICES[name].lead}
              savedValue={(saved) => saved[name]}
            >
              {(saved) => <ChoiceForm name={name} saved={saved} />}
            </SettingCard>
          ))}
          <ExportCard />
          <EraseCard />
        </div>
      ) : (
        <Notice>{texts.ownersOnly}</Notice>
      )}
    </Page>
  )
}

interface SettingCardProps {
  readonly title: string
  readonly lead: string
  /** The saved value: its form starts again when this changes. */
  readonly savedValue: (saved: SettingsView) => string
  readonly children: (saved: SettingsView) => ReactNode
}

function SettingCard({ title, lead, savedValue, children }: SettingCardProps) {
  const settings = useData<SettingsView>(['settings'])
  return (
    <section className="card">
      <h2>{title}</h2>
      <p>{lead}</p>
      <Loaded query={settings}>
        {(saved) => <Fragment key={savedValue(saved)}>{children(saved)}</Fragment>}
      </Loaded>
    </section>
  )
}

const PERIODS = [
  { name: 'session_days', label: words.sessionDays, max: 3650 },
  { name: 'survey_days', label: words.surveyDays, max: 3650 },
  { name: 'address_hours', label: words.addressHours, max: 87_600 },
] as const

function RetentionForm({ saved }: { saved: SettingsView }) {
  const cache = useQueryClient()
  const save = (fields: FormData) => {
    const retention = Object.fromEntries(
      PERIODS.map(({ name }) => [name, textOf(fields, name) === '' ? null : Number(textOf(fields, name))]),
    )
    const body: SettingsChange = { retention }
    return change('PATCH', '/settings', body)
  }
  return (
    <Form submit={texts.save} send={save} onDone={() => cache.invalidateQueries({ queryKey: ['settings'] })}>
      {PERIODS.map(({ name, ...field }) => (
        <Field
          key={name}
          {...field}
          name={name}
          hint={words.forever}
          type="number"
          min={1}
          value={saved.retention[name] ?? undefined}
          isOptional
        />
      ))}
    </Form>
  )
}

function ChoiceForm({ name, saved }: { name: ChoiceName; saved: SettingsView }) {
  const cache = useQueryClient()
  const { question, options } = CHOICES[name]
  return (
    <Form
      submit={texts.save}
      send={(fields) => change('PATCH', '/settings', { [name]: textOf(fields, name) })}
      onDone={() => cache.invalidateQueries()}
    >
      <fieldset>
        <legend>{question}</legend>
        {optionsOf(name).map((option) => (
          <label key={option} className="choice">
            <input type="radio" name={name} value={option} defaultChecked={option === saved[name]} />
            <span>{(options as Readonly<Record<string, string>>)[option]}</span>
          </label>
        ))}
      </fieldset>
    </Form>
  )
}

const SUBJECTS = ['user_id', 'participant_id', 'session_id'] as const
type Subject = (typeof SUBJECTS)[number]

function requestOf(subject: Subject, fields: FormData): ErasureRequest {
  const id = textOf(fields, 'id')
  const survey = textOf(fields, 'survey_id')
  if (subject === 'user_id') return { user_id: id }
  if (subject === 'session_id') return { session_id: id }
  return { participant_id: id, ...(survey !== '' && { survey_id: survey }) }
}

interface SubjectProps {
  /** Name of the radio group, unique on the page. */
  readonly name: string
  readonly subject: Subject
  readonly onChoose: (subject: Subject) => void
}

function SubjectFields({ name, subject, onChoose }: SubjectProps) {
  return (
    <>
      <fieldset>
        <legend>{words.subject}</legend>
        {SUBJECTS.map((choice) => (
          <label key={choice} className="choice">
            <input type="radio" name={name} checked={subject === choice} onChange={() => onChoose(choice)} />
            <span>{words.subjects[choice]}</span>
          </label>
        ))}
      </fieldset>
      <Field label={words.ids[subject]} name="id" />
      {subject === 'participant_id' && (
        <Field label={words.inSurvey} hint={words.inSurveyHint} name="survey_id" isOptional />
      )}
    </>
  )
}

function ExportCard() {
  const [subject, setSubject] = useState<Subject>('user_id')
  const [isDone, setDone] = useState(false)
  return (
    <section className="card">
      <h2>{words.export}</h2>
      <p>{words.exportLead}</p>
      <Form
        submit={words.exportNow}
        send={(fields) => download('/exports/person', requestOf(subject, fields), 'byhand-person.json')}
        onDone={() => setDone(true)}
      >
        <SubjectFields name="exported" subject={subject} onChoose={setSubject} />
      </Form>
      {isDone && <Notice tone="good">{words.exported}</Notice>}
    </section>
  )
}

function EraseCard() {
  const cache = useQueryClient()
  const [subject, setSubject] = useState<Subject>('user_id')
  const [erased, setErased] = useState<Erasure>()
  return (
    <section className="card">
      <h2>{words.erase}</h2>
      <p>{words.eraseLead}</p>
      <Form
        submit={words.eraseNow}
        tone="danger"
        send={(fields) => change<Erasure>('POST', '/erasures', requestOf(subject, fields))}
        resetsOnSuccess
        onDone={(what) => {
          setErased(what)
          void cache.invalidateQueries()
        }}
      >
        <SubjectFields name="erased" subject={subject} onChoose={setSubject} />
        <label className="choice">
          <input type="checkbox" required />
          <span>{words.confirm}</span>
        </label>
      </Form>
      {erased !== undefined && (
        <Notice tone="good">
          {erased.waits_for.length > 0
            ? words.erasureQueued(erased.waits_for.length)
            : words.erased(
                erased.sessions,
                erased.analyses,
                erased.labels,
                erased.deliveries,
                erased.upload_rows,
              )}
        </Notice>
      )}
    </section>
  )
}
