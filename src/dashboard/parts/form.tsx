import { type UseMutationResult, useMutation } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useId } from 'react'
import { Refused } from '../client.ts'
import { sentenceOf } from './loaded.tsx'
import { Notice } from './notice.tsx'

/** One thing that can be asked of the service: a mutation whose argument is a form's fields. */
export type Asking<Answer> = UseMutationResult<Answer, Error, FormData>

export interface FormProps<Answer> {
  readonly submit: string
  readonly children?: ReactNode
  readonly className?: string
  readonly tone?: 'primary' | 'danger'
  /** Cleared again once it was sent. */
  readonly isEmptied?: boolean
  send(fields: FormData): Promise<Answer>
  onDone?(answer: Answer): void
}

/** The fields are the form's own: nothing is kept twice. Refusals are shown above the button. */
export function Form<Answer>({
  submit,
  children,
  className,
  tone = 'primary',
  isEmptied,
  send,
  onDone,
}: FormProps<Answer>) {
  const asking = useMutation<Answer, Error, FormData>({ mutationFn: send })
  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    asking.mutate(new FormData(form), {
      onSuccess: (answer) => {
        if (isEmptied) form.reset()
        onDone?.(answer)
      },
    })
  }
  return (
    <form onSubmit={onSubmit} className={className}>
      {children}
      {asking.error !== null && <Notice tone="bad">{wordsOf(asking.error)}</Notice>}
      <div className="form-end">
        <button type="submit" className={tone} disabled={asking.isPending}>
          {submit}
        </button>
      </div>
    </form>
  )
}

/** The sentence, and what is wrong with each field where the service said so. */
export function wordsOf(error: Error): string {
  const fields = error instanceof Refused ? [...error.fields] : []
  const about = fields.map(([field, detail]) => (field === '' ? detail : `${field}: ${detail}`))
  return [sentenceOf(error), ...about].join(' ')
}

export interface FieldProps {
  readonly label: string
  readonly name: string
  readonly hint?: ReactNode
  readonly type?: 'text' | 'email' | 'password' | 'url' | 'search' | 'number' | 'date' | 'datetime-local'
  readonly value?: string | number | undefined
  readonly autoComplete?: string
  readonly isOptional?: boolean
  readonly least?: number
  readonly most?: number
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
  least,
  most,
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
        min={least}
        max={most}
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

export interface ChoiceProps {
  readonly label: string
  readonly name: string
  readonly value?: string
  readonly options: readonly (readonly [value: string, words: string])[]
}

export function Choice({ label, name, value, options }: ChoiceProps) {
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

export interface TickProps {
  readonly label: string
  readonly name: string
  readonly value?: string
  readonly isTicked?: boolean
  readonly hint?: string
}

export function Tick({ label, name, value = 'on', isTicked, hint }: TickProps) {
  return (
    <label className="tick">
      <input type="checkbox" name={name} value={value} defaultChecked={isTicked} />
      <span>
        {label}
        {hint !== undefined && <span className="hint">{hint}</span>}
      </span>
    </label>
  )
}

/** A field's text, trimmed. */
export const textOf = (fields: FormData, name: string): string => String(fields.get(name) ?? '').trim()
