import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { UploadItem, UploadList } from '../../contract/dashboard/surveys.ts'
import { apiPath, get, upload } from '../client.ts'
import { csvHeader, HEADER_BYTES } from '../csv_header.ts'
import { usePermissions } from '../me.ts'
import { Checkbox, Field, Form, Select, textOf } from '../parts/form.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { Notice } from '../parts/notice.tsx'
import { Page } from '../parts/page.tsx'
import { Timestamp } from '../parts/timestamp.tsx'
import { UserText } from '../parts/user_text.tsx'
import { texts } from '../texts.ts'

const words = texts.uploads
const DOCS = ['how-to/check-a-survey-file', 'reference/survey'] as const
const UPLOADS = ['uploads'] as const
const POLL_MS = 1_000

export function Uploads() {
  const can = usePermissions()
  const uploads = useQuery({
    queryKey: UPLOADS,
    queryFn: ({ signal }) => get<UploadList>('/uploads', signal),
    refetchInterval: ({ state }) =>
      state.data?.items.some((item) => item.state === 'running') ? POLL_MS : false,
  })
  return (
    <Page title={words.title} lead={words.lead} docs={DOCS}>
      {can.analyze && <NewUpload />}
      <Loaded query={uploads}>
        {({ items }) =>
          items.length === 0 ? (
            <p className="faint">{words.none}</p>
          ) : (
            items.map((item) => <Progress key={item.id} item={item} />)
          )
        }
      </Loaded>
    </Page>
  )
}

interface Chosen {
  readonly file: File
  readonly columns: readonly string[]
}

function NewUpload() {
  const cache = useQueryClient()
  const [chosen, choose] = useState<Chosen>()
  async function pick(file: File | undefined) {
    choose(
      file === undefined ? undefined : { file, columns: csvHeader(await file.slice(0, HEADER_BYTES).text()) },
    )
  }
  async function send(fields: FormData): Promise<UploadItem> {
    if (chosen === undefined) throw new Error(words.noFile)
    const answers = fields.getAll('column').map(String)
    const path = apiPath(['surveys', 'upload'], {
      name: chosen.file.name,
      survey_id: textOf(fields, 'survey_id'),
      survey_column: textOf(fields, 'survey_column'),
      participant_column: textOf(fields, 'participant_column'),
      columns: answers.join('\n'),
    })
    return upload<UploadItem>(path, chosen.file, 'text/csv')
  }
  return (
    <section className="card">
      <h2>{words.file}</h2>
      <label className="file">
        <span>{words.choose}</span>
        <input type="file" accept=".csv,text/csv" onChange={(event) => pick(event.target.files?.[0])} />
      </label>
      {chosen !== undefined && (
        <Form
          key={chosen.file.name + chosen.file.lastModified}
          submit={words.start}
          send={send}
          onDone={() => {
            choose(undefined)
            void cache.invalidateQueries({ queryKey: UPLOADS })
          }}
        >
          <Mapping columns={chosen.columns} />
        </Form>
      )}
    </section>
  )
}

function Mapping({ columns }: { columns: readonly string[] }) {
  const options = [
    ['', words.detect] as const,
    ...[...new Set(columns)].filter((name) => name !== '').map((name) => [name, name] as const),
  ]
  return (
    <>
      <div className="filters-more">
        <Field label={words.surveyId} name="survey_id" hint={words.surveyIdHint} isOptional />
        <Select label={words.surveyColumn} name="survey_column" options={options} />
        <Select label={words.participantColumn} name="participant_column" options={options} />
      </div>
      <fieldset>
        <legend>{words.answerColumns}</legend>
        <p className="hint">{words.answerColumnsHint}</p>
        <div className="choices">
          {options.slice(1).map(([name]) => (
            <Checkbox key={name} name="column" value={name} label={name} />
          ))}
        </div>
      </fieldset>
    </>
  )
}

function Progress({ item }: { item: UploadItem }) {
  const isRunning = item.state === 'running'
  return (
    <section className="card">
      <div className="card-head">
        <h2>
          <UserText>{item.name === '' ? item.id : item.name}</UserText>
        </h2>
        <p className="small-print">
          <Timestamp at={item.created_at} />
        </p>
      </div>
      {isRunning && <progress max={Math.max(1, item.total)} value={item.done} aria-label={words.progress} />}
      <p role="status">
        {isRunning
          ? words.running(item.done, item.total)
          : words.counts(item.done, item.flagged, item.refused)}
      </p>
      {item.problem !== null && <Notice tone="bad">{item.problem}</Notice>}
      {item.download !== null && (
        <p>
          <a className="button" href={item.download} download>
            {words.download}
          </a>
        </p>
      )}
    </section>
  )
}
