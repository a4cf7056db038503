import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ENCODINGS } from '../../contract/dashboard/encodings.ts'
import type { FileView, SurveyList, UploadItem } from '../../contract/dashboard/surveys.ts'
import { ApiError, upload } from '../client.ts'
import { Field, Form, fullErrorMessage, Select } from '../parts/form.tsx'
import { Loading } from '../parts/loaded.tsx'
import { NotInDemo } from '../parts/not_in_demo.tsx'
import { Notice } from '../parts/notice.tsx'
import { navigate, pathTo } from '../router.ts'
import { texts } from '../texts.ts'
import { useData } from '../use_data.ts'
import { ColumnChoices } from './column_choices.tsx'
import { DisabledChecks } from './disabled_checks.tsx'
import { DropZone } from './drop_zone.tsx'
import { QuestionTypes } from './question_types.tsx'
import { columnKey, inspectPath, type ReadChoice, uploadPath } from './upload_query.ts'

const words = texts.uploads
const TYPE = 'application/octet-stream'
const HEADER_ROWS = [1, 2, 3]

/** The service reads the file first, so that its columns can be changed before the analysis. */
export function NewUpload() {
  const [file, choose] = useState<File>()
  return (
    <section className="card">
      <h2>{words.file}</h2>
      <NotInDemo>
        <DropZone file={file} onChoose={choose} />
        {file !== undefined && <Inspected key={`${file.name} ${file.lastModified}`} file={file} />}
      </NotInDemo>
    </section>
  )
}

function Inspected({ file }: { file: File }) {
  const [read, setRead] = useState<ReadChoice>({})
  const inspection = useQuery({
    queryKey: ['inspect', file.name, file.lastModified, file.size, read],
    queryFn: () => upload<FileView>(inspectPath(file.name, read), file, TYPE),
    retry: false,
    gcTime: 0,
  })
  const { error } = inspection
  if (error instanceof ApiError && error.fields.has('encoding')) {
    return (
      <>
        <Notice tone="watch">{words.encodingUnknown}</Notice>
        <ReadChoices read={read} encodings={ENCODINGS} onChange={setRead} />
      </>
    )
  }
  if (error !== null) {
    return (
      <>
        <Notice tone="bad">{fullErrorMessage(error)}</Notice>
        <ReadChoices read={read} onChange={setRead} />
      </>
    )
  }
  if (inspection.data === undefined) return <Loading />
  return (
    <>
      <ReadChoices read={read} view={inspection.data} onChange={setRead} />
      <Columns key={JSON.stringify(read)} file={file} read={read} view={inspection.data} />
    </>
  )
}

interface ReadChoicesProps {
  readonly read: ReadChoice
  readonly view?: FileView
  readonly encodings?: readonly string[]
  onChange(read: ReadChoice): void
}

/** Each change reads the file again. */
function ReadChoices({ read, view, encodings, onChange }: ReadChoicesProps) {
  const listed = encodings ?? (read.encoding === undefined ? [] : [read.encoding])
  return (
    <div className="filters-more">
      {listed.length > 0 && (
        <Choice
          label={words.encoding}
          value={read.encoding ?? ''}
          options={[['', words.chooseEncoding], ...listed.map((label) => [label, label] as const)]}
          onChange={(encoding) => onChange(withoutEmpty({ ...read, encoding }))}
        />
      )}
      {view !== undefined && view.sheet !== null && view.sheets.length > 1 && (
        <Choice
          label={words.sheet}
          value={view.sheet}
          options={view.sheets.map((sheet) => [sheet, sheet] as const)}
          onChange={(sheet) => onChange({ ...read, sheet })}
        />
      )}
      {view !== undefined && view.format !== 'ndjson' && (
        <Choice
          label={words.headerRows}
          value={String(view.header_rows)}
          options={HEADER_ROWS.map((rows) => [String(rows), String(rows)] as const)}
          onChange={(rows) => onChange({ ...read, header_rows: Number(rows) })}
        />
      )}
    </div>
  )
}

const withoutEmpty = ({ encoding, ...rest }: ReadChoice): ReadChoice =>
  encoding === '' || encoding === undefined ? rest : { ...rest, encoding }

interface ChoiceProps {
  readonly label: string
  readonly value: string
  readonly options: readonly (readonly [value: string, words: string])[]
  onChange(value: string): void
}

function Choice({ label, value, options, onChange }: ChoiceProps) {
  return (
    <label className="field">
      <span className="label">{label}</span>
      <select value={value} onChange={(event) => onChange(event.target.value)}>
        {options.map(([key, text]) => (
          <option key={key} value={key}>
            {text}
          </option>
        ))}
      </select>
    </label>
  )
}

interface ColumnsProps {
  readonly file: File
  readonly read: ReadChoice
  readonly view: FileView
}

function Columns({ file, read, view }: ColumnsProps) {
  const cache = useQueryClient()
  const { columns, questions, repeated } = view
  const [surveyId, setSurveyId] = useState('')
  const named = columns.map(({ name }, index) => [columnKey(index), name] as const)
  const used = (use: 'participant' | 'survey') => {
    const index = columns.findIndex((column) => column.use === use)
    return index === -1 ? '' : columnKey(index)
  }
  // Without a choice, the service would detect the column again.
  const withNone = (use: 'participant' | 'survey', none: string) =>
    used(use) === '' ? [['', none] as const, ...named] : named
  async function send(fields: FormData): Promise<UploadItem> {
    if (questions === null && !fields.has('column')) throw new ApiError(400, { detail: words.noQuestion })
    return upload<UploadItem>(uploadPath(file.name, read, view, fields), file, TYPE)
  }
  return (
    <Form
      submit={words.start}
      send={send}
      onDone={({ id }) => {
        void cache.invalidateQueries({ queryKey: ['survey-jobs'] })
        navigate(pathTo(['uploads', id]))
      }}
    >
      <p>{words.found(view)}</p>
      {repeated.count > 0 && (
        <Notice tone="watch">
          {words.repeated(
            repeated.count,
            repeated.examples.map(({ participant_id }) => participant_id),
          )}
        </Notice>
      )}
      <div
        className="filters-more"
        onInput={({ target }) => {
          if (target instanceof HTMLInputElement && target.name === 'survey_id') setSurveyId(target.value)
        }}
      >
        <Field
          label={words.surveyId}
          name="survey_id"
          hint={words.surveyIdHint}
          placeholder={file.name.replace(/\.[^.]+$/, '')}
          isOptional
        />
        <Select
          label={words.surveyColumn}
          name="survey_column"
          value={used('survey')}
          options={withNone('survey', words.noColumn)}
        />
        <Select
          label={words.participantColumn}
          name="participant_column"
          value={used('participant')}
          options={withNone('participant', words.rowNumbers)}
        />
        <Select
          label={words.conditionColumn}
          name="condition_column"
          value=""
          options={[['', words.noColumn], ...named]}
        />
      </div>
      <SameSurvey id={surveyId.trim()} />
      {!columns.some(({ use }) => use === 'question') && <Notice tone="watch">{words.noQuestion}</Notice>}
      {questions === null ? <ColumnChoices columns={columns} /> : <QuestionTypes questions={questions} />}
      <DisabledChecks />
    </Form>
  )
}

/** A name that exists joins two files, on purpose or by mistake. */
function SameSurvey({ id }: { id: string }) {
  const surveys = useData<SurveyList>(['surveys'])
  const same = surveys.data?.items.find(({ survey_id }) => survey_id === id)
  return same === undefined ? null : <Notice tone="watch">{words.sameSurvey(same)}</Notice>
}
