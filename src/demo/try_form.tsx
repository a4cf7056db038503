import { type RefObject, useState } from 'react'
import { texts } from './texts.ts'

/** The visitor's own form. Nothing is submitted, and the text stays in the browser. */
export function TryForm({ form, isHidden }: { form: RefObject<HTMLFormElement | null>; isHidden: boolean }) {
  const [isSent, setSent] = useState(false)
  return (
    <form
      ref={form}
      className="demo-form"
      hidden={isHidden}
      onSubmit={(event) => {
        event.preventDefault()
        setSent(true)
      }}
    >
      <div className="field">
        <label htmlFor="q1">{texts.questions.q1}</label>
        <textarea id="q1" rows={4} autoComplete="off" aria-describedby="q1-hint" />
        <p className="hint" id="q1-hint">
          {texts.textStays}
        </p>
      </div>
      <Choices legend={texts.way} names={texts.ways} />
      <Choices legend={texts.plan} names={texts.plans} />
      <div className="field">
        <label htmlFor="q2">{texts.questions.q2}</label>
        <textarea id="q2" rows={2} autoComplete="off" />
      </div>
      <div className="row">
        <button type="submit">{texts.send}</button>
        <span role="status" className="small-print">
          {isSent && texts.sent}
        </span>
      </div>
    </form>
  )
}

function Choices({ legend, names }: { legend: string; names: readonly string[] }) {
  return (
    <fieldset>
      <legend>{legend}</legend>
      <div className="demo-choices">
        {names.map((name) => (
          <label key={name} className="choice">
            <input type="radio" name={legend} value={name} />
            <span>{name}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
