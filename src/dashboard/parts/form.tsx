import { useMutation } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useId } from 'react'
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

/** An uncontrolled form. Errors are shown above the button. */
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
  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    submission.mutate(new FormData(form), {
      onSuccess: (data) => {
        if (resetsOnSuccess) form.reset()
        onDone?.(data)
      },
    })
  }
  return (
    <form onSubmit={onSubmit} className={className}>
      {children}
      {submission.error !== null && <Notice tone="bad">{fullErrorMessage(submission.error)}</Notice>}
      <div className="form-end">
        <button type="submit" className={tone} disabled={submission.isPending}>
          {submit}
        </button>
      </div>
    </form>
  )
}

/** The message of an error with its details per field. */
export function fullErrorMessage(error: Error): string {
  const fields = error instanceof ApiError ? [...error.fields] : []
  const about = fields.map(([field, detail]) => (field === '' ? detail : `${field}: ${detail}`))
  return [errorMessage(error), ...about].join(' ')
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

export function Field({
  label,
  name,
  hint,
  type = 'text',
  value,
  isOptional,
  min,
  max,
  ...rest
}: FieldProps) {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        name={name}
        type={type}
        defaultValue={value}
        required={!isOptional}
        min={min}
        max={max}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        {...rest}
      />
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
