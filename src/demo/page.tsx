import { useState } from 'react'
import type { DemoBot } from '../contract/live_demo.ts'
import { Brand } from '../dashboard/parts/brand.tsx'
import { Notice } from '../dashboard/parts/notice.tsx'
import { Bot } from './bot.tsx'
import { ResultPanel } from './result_panel.tsx'
import { texts } from './texts.ts'
import { useVisit } from './use_visit.ts'

const SETUP = '/app/setup'

export function DemoPage() {
  const { result, state } = useVisit()
  const [bot, setBot] = useState<DemoBot>()
  const [loading, setLoading] = useState<'no' | 'yes' | 'failed'>('no')
  async function loadBot(): Promise<void> {
    setLoading('yes')
    try {
      const response = await fetch('/demo/bot')
      if (!response.ok) throw new Error()
      setBot((await response.json()) as DemoBot)
      setLoading('no')
    } catch {
      setLoading('failed')
    }
  }
  return (
    <div className="demo">
      <header className="demo-top">
        <span className="brand">
          <Brand />
        </span>
        <a href="/app">{texts.dashboard}</a>
      </header>
      <main>
        <h1>{texts.title}</h1>
        <p className="lead">{texts.lead}</p>
        {state !== 'running' && <Notice tone="watch">{texts[state]}</Notice>}
        <div className="demo-columns">
          <div className="stack">
            <Try />
            {bot === undefined && (
              <button type="button" className="primary" disabled={loading === 'yes'} onClick={loadBot}>
                {loading === 'yes' ? texts.loading : texts.letBot}
              </button>
            )}
            {loading === 'failed' && <Notice tone="bad">{texts.failed}</Notice>}
          </div>
          <ResultPanel name={texts.you} result={result} />
          {bot !== undefined && <Bot bot={bot} />}
        </div>
        <div className="demo-next">
          <section className="card" aria-labelledby="setup">
            <h2 id="setup">{texts.setupTitle}</h2>
            <p>{texts.setupLead}</p>
            <div>
              <a className={bot === undefined ? 'button' : 'button primary'} href={SETUP}>
                {texts.setup}
              </a>
            </div>
          </section>
        </div>
      </main>
    </div>
  )
}

/** A small form with every kind of input: typing, choosing, scrolling. Nothing is submitted. */
function Try() {
  return (
    <section className="card" aria-labelledby="try">
      <h2 id="try">{texts.form}</h2>
      <div className="field">
        <label htmlFor="story">{texts.question}</label>
        <textarea id="story" rows={4} autoComplete="off" aria-describedby="story-hint" />
        <p className="hint" id="story-hint">
          {texts.questionHint}
        </p>
      </div>
      <fieldset>
        <legend>{texts.choice}</legend>
        {texts.choices.map((name) => (
          <label key={name} className="choice">
            <input type="radio" name="way" value={name} />
            <span>{name}</span>
          </label>
        ))}
      </fieldset>
      <fieldset>
        <legend>{texts.places}</legend>
        <div className="demo-places">
          {texts.placeNames.map((name) => (
            <label key={name} className="choice">
              <input type="checkbox" name="place" value={name} />
              <span>{name}</span>
            </label>
          ))}
        </div>
      </fieldset>
    </section>
  )
}
