import { useRef, useState } from 'react'
import { DEMO_BOTS, type DemoBotName } from '../contract/live_demo.ts'
import { docsUrl } from '../dashboard/docs.ts'
import { Brand } from '../dashboard/parts/brand.tsx'
import { Copy } from '../dashboard/parts/copy.tsx'
import { Notice } from '../dashboard/parts/notice.tsx'
import { BotForm } from './bot_form.tsx'
import { Reasons, Result, ScoreLine } from './result_panel.tsx'
import { Rhythms } from './rhythms.tsx'
import { texts } from './texts.ts'
import { TryForm } from './try_form.tsx'
import { usePlayback } from './use_playback.ts'
import { useRhythm } from './use_rhythm.ts'
import { useVisit } from './use_visit.ts'

const PICTURES = {
  dark: new URL('./dashboard-dark.webp', import.meta.url).href,
  light: new URL('./dashboard-light.webp', import.meta.url).href,
}

/** Byhand does not detect it. */
const MISSED: DemoBotName = 'hardened-xdotool'

export function DemoPage() {
  return (
    <div className="demo">
      <header className="demo-top">
        <span className="brand">
          <Brand />
        </span>
        <nav aria-label={texts.top.docs}>
          <a href={docsUrl('').replace('//', '/')}>{texts.top.docs}</a>
          <a href={docsUrl('reference/api')}>{texts.top.api}</a>
          <a href="/app" className="button">
            {texts.top.dashboard}
          </a>
        </nav>
      </header>
      <main>
        <div className="hero">
          <h1>{texts.title}</h1>
          <p className="promise">{texts.promise}</p>
          <ul className="demo-facts">
            {texts.facts.map(([figure, words, page]) => (
              <li key={figure}>
                <a href={docsUrl(page)}>
                  <strong>{figure}</strong> <span>{words}</span>
                </a>
              </li>
            ))}
          </ul>
        </div>
        <Try />
        <Setup />
        <section className="demo-picture" aria-labelledby="dashboard">
          <h2 id="dashboard">{texts.dashboard.title}</h2>
          <p className="lead">{texts.dashboard.lead}</p>
          <a href="/app" aria-label={texts.dashboard.button}>
            <picture>
              <source srcSet={PICTURES.dark} media="(prefers-color-scheme: dark)" />
              <img
                src={PICTURES.light}
                alt={texts.dashboard.picture}
                width={1280}
                height={800}
                loading="lazy"
              />
            </picture>
          </a>
        </section>
      </main>
      <footer className="small-print">{texts.foot}</footer>
    </div>
  )
}

function Try() {
  const visit = useVisit()
  const form = useRef<HTMLFormElement>(null)
  const rhythm = useRhythm(form)
  const [chosen, setChosen] = useState<DemoBotName | null>(null)
  const { bot, isFailed, atMs, speed, isOver, again } = usePlayback(chosen)
  const name = chosen === null ? texts.you : texts.bots[chosen].name
  const botResult = bot?.results.findLast(({ at_ms }) => at_ms <= atMs)?.result ?? null
  const result = chosen === null ? visit.result : botResult
  const isMissed = chosen === MISSED && isOver
  return (
    <section className="demo-try" aria-label={texts.tryIt}>
      {visit.state !== 'running' && <Notice tone="watch">{texts[visit.state]}</Notice>}
      <div className="demo-columns">
        <div className="card demo-left">
          {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would need a visible legend. */}
          <div role="group" aria-label={texts.who} className="demo-who">
            {[null, ...DEMO_BOTS].map((one) => (
              <button
                key={one ?? ''}
                type="button"
                aria-pressed={chosen === one}
                onClick={() => setChosen(one)}
              >
                {one === null ? texts.you : texts.bots[one].name}
              </button>
            ))}
          </div>
          {chosen !== null && (
            <div className="bot-about">
              <p>{texts.bots[chosen].about}</p>
              <p className="small-print">
                {texts.recorded} {speed > 1 && texts.speed(speed)}
              </p>
              {isOver && (
                <button type="button" className="small" onClick={again}>
                  {texts.again}
                </button>
              )}
              {isFailed && <Notice tone="bad">{texts.failed}</Notice>}
              {bot === undefined && !isFailed && <p role="status">{texts.loading}</p>}
            </div>
          )}
          <TryForm form={form} isHidden={chosen !== null} />
          {bot !== undefined && <BotForm bot={bot} atMs={atMs} />}
        </div>
        <div className="demo-right">
          <Result name={name} result={result} isMissed={isMissed} />
          <div className="card">
            <Rhythms own={rhythm} bot={bot && { name, recording: bot, atMs }} />
          </div>
          {result !== null && <Reasons result={result} />}
        </div>
      </div>
      <ScoreLine name={name} result={result} isMissed={isMissed} />
    </section>
  )
}

/** The address of the script that recorded this visit. */
const script = document.querySelector<HTMLScriptElement>('script[data-site-key]')?.src ?? '/byhand.js'

function Setup() {
  const { setup } = texts
  return (
    <section className="card demo-setup" aria-labelledby="setup">
      <h2 id="setup">{setup.title}</h2>
      <p>{setup.script}</p>
      <Copy
        isBlock
        label={setup.scriptName}
        text={`<script src="${script}" data-site-key="bh_pk_…" async></script>`}
      />
      <p>{setup.report}</p>
      <Copy
        isBlock
        label={setup.reportName}
        text={`curl -H "Authorization: Bearer bh_sk_…" ${location.origin}/v1/sessions/SESSION_ID/report`}
      />
      <div className="row">
        <a className="button primary" href="/app/setup">
          {setup.button}
        </a>
        <span className="small-print">{setup.hint}</span>
      </div>
    </section>
  )
}
