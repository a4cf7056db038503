import { useMutation } from '@tanstack/react-query'
import { createContext, type FormEvent, type ReactNode, useContext, useId, useState } from 'react'
import { ApiError } from '../client.ts'
import { errorMessage } from './loaded.tsx'
import { Notice } from './notice.tsx'

export interface FormProps<Data> {
  readonly submit: string
  readonly children?: ReactNode
  readonly className?: string
  readonly tone?: 'primary' | 'danger'
  /** Clears the fields after a successful submission. */
  readonly resetsOnSuccess?: boolean
  send(fields: FormData): Promise<Data>
  onDone?(data: Data): void
}

/** Problems per field of the last submission. */
const FieldErrors = createContext<ReadonlyMap<string, string>>(new Map())

/** An uncontrolled form. The problem of a field is shown at the field, any other above the button. */
export function Form<Data>({
  submit,
  children,
  className,
  tone = 'primary',
  resetsOnSuccess,
  send,
  onDone,
}: FormProps<Data>) {
  const submission = useMutation<Data, Error, FormData>({ mutationFn: send })
  const [shown, setShown] = useState<ReadonlyMap<string, string>>(new Map())
  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    setShown(new Map())
    const form = event.currentTarget
    submission.mutate(new FormData(form), {
      onSuccess: (data) => {
        if (resetsOnSuccess) form.reset()
        onDone?.(data)
      },
      onError: (error) =>
        setShown(new Map(fieldsOf(error).filter(([name]) => form.elements.namedItem(name)))),
    })
  }
  return (
    <form onSubmit={onSubmit} className={className}>
      <FieldErrors value={shown}>{children}</FieldErrors>
      {submission.error !== null && shown.size === 0 && (
        <Notice tone="bad">{fullErrorMessage(submission.error)}</Notice>
      )}
      <div className="form-end">
        <button type="submit" className={tone} disabled={submission.isPending}>
          {submit}
        </button>
      </div>
    </form>
  )
}

const fieldsOf = (error: Error) => (error instanceof ApiError ? [...error.fields] : [])

/** The problems of the fields, or the message of an error that concerns no field. */
export function fullErrorMessage(error: Error): string {
  const about = fieldsOf(error).map(([field, detail]) => (field === '' ? detail : `${field}: ${detail}`))
  return about.length === 0 ? errorMessage(error) : about.join(' ')
}

export interface FieldProps {
  readonly label: string
  readonly name: string
  readonly hint?: ReactNode
  readonly type?: 'text' | 'email' | 'password' | 'url' | 'search' | 'number' | 'date' | 'datetime-local'
  readonly value?: string | number | undefined
  readonly autoComplete?: string
  readonly isOptional?: boolean
  readonly min?: number
  readonly max?: number
  readonly minLength?: number
  readonly inputMode?: 'numeric' | 'text'
  readonly placeholder?: string
}

export function Field({ label, name, hint, type = 'text', value, isOptional, ...rest }: FieldProps) {
  return (
    <Labeled label={label} name={name} hint={hint}>
      {(shared) => <input {...shared} type={type} defaultValue={value} required={!isOptional} {...rest} />}
    </Labeled>
  )
}

export interface LongFieldProps extends Pick<FieldProps, 'label' | 'name' | 'hint'> {
  readonly value?: string
  readonly rows?: number
  onChange?(value: string): void
}

/** A field for text of several lines. It may be empty: the service decides. */
export function LongField({ label, name, hint, value, rows = 3, onChange }: LongFieldProps) {
  return (
    <Labeled label={label} name={name} hint={hint}>
      {(shared) => (
        <textarea
          {...shared}
          rows={rows}
          defaultValue={value}
          onChange={onChange && ((event) => onChange(event.target.value))}
        />
      )}
    </Labeled>
  )
}

interface LabeledProps extends Pick<FieldProps, 'label' | 'name' | 'hint'> {
  children(shared: {
    readonly id: string
    readonly name: string
    readonly 'aria-describedby': string | undefined
    readonly 'aria-invalid': true | undefined
  }): ReactNode
}

/** The label, the problem and the hint of a field. */
function Labeled({ label, name, hint, children }: LabeledProps) {
  const id = useId()
  const problem = useContext(FieldErrors).get(name)
  const described = [hint !== undefined && `${id}-hint`, problem !== undefined && `${id}-problem`]
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children({
        id,
        name,
        'aria-describedby': described.filter(Boolean).join(' ') || undefined,
        'aria-invalid': problem !== undefined || undefined,
      })}
      {problem !== undefined && (
        <p className="problem" id={`${id}-problem`} role="alert">
          {label} {problem}.
        </p>
      )}
      {hint !== undefined && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  )
}

export interface SelectProps {
  readonly label: string
  readonly name: string
  readonly value?: string
  readonly options: readonly (readonly [value: string, words: string])[]
}

export function Select({ label, name, value, options }: SelectProps) {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select id={id} name={name} defaultValue={value}>
        {options.map(([key, words]) => (
          <option key={key} value={key}>
            {words}
          </option>
        ))}
      </select>
    </div>
  )
}

export interface CheckboxProps {
  readonly label: string
  readonly name: string
  readonly value?: string
  readonly isChecked?: boolean
  readonly hint?: string
}

export function Checkbox({ label, name, value = 'on', isChecked, hint }: CheckboxProps) {
  return (
    <label className="choice">
      <input type="checkbox" name={name} value={value} defaultChecked={isChecked} />
      <span>
        {label}
        {hint !== undefined && <span className="hint">{hint}</span>}
      </span>
    </label>
  )
}

export const textOf = (fields: FormData, name: string): string => String(fields.get(name) ?? '').trim()
