/** The page behind `typing_url`: how each answer came to be. No script, no style of its own in the page, no frame. */
import type { AnalysisRow } from '../../store/surveys.ts'
import { type Html, html } from '../account/html.ts'
import type { CanonicalQuestion } from './request/canonical.ts'
import { readObserved, readStoredRequest } from './stored_request.ts'
import { readStoredResult, type StoredAnswer } from './stored_result.ts'
import { stepsOf, summaryOf, type TypingStep, typingChart } from './typing_chart.ts'

/** Steps that are listed in words; the picture has them all. */
const LISTED_STEPS = 1_000
/** Of an inserted text, in the list. */
const LISTED_CHARS = 200

export function typingPage(row: AnalysisRow): string {
  const request = readStoredRequest(row.request)
  const observed = readObserved(row.request)
  const result = readStoredResult(row.result)
  const body = JSON.parse(result.body) as { model: string; warning?: string; num_checks_failed: number }
  const answers = new Map(result.answers.map((answer) => [answer.id, answer]))
  const checks = checksOf(result.body)
  return page(
    html`<h1>Typing of <bdi>${request.participantId}</bdi></h1>
      <p>Survey <bdi>${request.surveyId}</bdi>, analysed ${time(row.analysedAt)} by ${body.model}.
        ${row.flagged ? `Flagged: ${body.num_checks_failed} failed.` : 'Not flagged.'}</p>
      ${body.warning === undefined ? html`` : html`<p role="note">${body.warning}</p>`}
      ${Array.isArray(checks) && checks.length > 0 ? html`<p>Failed checks: ${checks.join(', ')}.</p>` : html``}
      ${request.questions.map((question, index) => {
        const seen = observed.get(question.id)
        const steps = stepsOf(seen ?? question.history ?? [])
        const failed = Array.isArray(checks) ? [] : (checks.get(question.id) ?? [])
        return section(question, index, steps, seen !== undefined, failed, answers.get(question.id))
      })}`,
  )
}

/** v021 names failed checks by question, v012 for the participant as a whole. */
function checksOf(body: string): string[] | Map<string, string[]> {
  const { checks } = JSON.parse(body) as { checks: string[] | Record<string, string[]> }
  return Array.isArray(checks) ? checks : new Map(Object.entries(checks))
}

function section(
  question: CanonicalQuestion,
  index: number,
  steps: readonly TypingStep[],
  isObserved: boolean,
  failed: readonly string[],
  answer: StoredAnswer | undefined,
): Html {
  const copies = question.history?.filter(({ o }) => o === 'c').length ?? 0
  return html`<section aria-labelledby="q${index}">
    <h2 id="q${index}"><bdi>${question.text || question.id}</bdi></h2>
    ${question.answer === '' ? html`<p>Not answered.</p>` : html`<blockquote><bdi>${question.answer}</bdi></blockquote>`}
    ${failed.length > 0 ? html`<p class="failed">Failed: ${failed.join(', ')}.</p>` : html``}
    ${(answer?.evidence ?? []).map((sentence) => html`<p class="evidence">${sentence}</p>`)}
    ${answer !== undefined && answer.group > 0 ? html`<p>Group of like answers: ${answer.group}.</p>` : html``}
    ${steps.length === 0 ? html`<p>No typing was recorded for this question.</p>` : typing(steps, index, isObserved)}
    ${copies > 0 ? html`<p>Text was copied ${copies} times while answering.</p>` : html``}
  </section>`
}

function typing(steps: readonly TypingStep[], index: number, isObserved: boolean): Html {
  const start = steps[0]?.atMs ?? 0
  return html`<p>${summaryOf(steps)} ${isObserved ? 'Seen by the service itself.' : 'As sent with the answers.'}</p>
    ${typingChart(steps, `c${index}`)}
    <details><summary>Every step in words</summary>
      <ol>${steps.slice(0, LISTED_STEPS).map((step) => html`<li>${words(step, start)}</li>`)}</ol>
      ${steps.length > LISTED_STEPS ? html`<p>The first ${LISTED_STEPS} of ${steps.length} steps.</p>` : html``}
    </details>`
}

function words({ atMs, inserted, removedChars, position }: TypingStep, start: number): Html {
  const cut = inserted.length > LISTED_CHARS ? `${inserted.slice(0, LISTED_CHARS)}…` : inserted
  const removed = removedChars === 0 ? '' : `removed ${removedChars} at ${position}`
  const at = `${((atMs - start) / 1000).toFixed(2)} s: `
  if (inserted === '') return html`${at}${removed}`
  return html`${at}${removed === '' ? '' : `${removed}, `}inserted <q><bdi>${cut.toWellFormed()}</bdi></q> at ${position}`
}

const time = (ms: number): string => `${new Date(ms).toISOString().slice(0, 16).replace('T', ' ')} UTC`

function page(body: Html): string {
  return `<!doctype html>\n${
    html`<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
      <title>Typing - Byhand</title><link rel="stylesheet" href="/account.css"><link rel="stylesheet" href="/typing.css">
      </head><body><main>${body}</main></body></html>`.text
  }\n`
}

export const TYPING_STYLE = `
section { border-top: 1px solid #8886; margin-top: 2rem; }
h1, h2, blockquote, li { overflow-wrap: anywhere; }
blockquote { margin: 1rem 0; padding-left: 1rem; border-left: .25rem solid #8886; white-space: pre-wrap; }
q { white-space: pre-wrap; }
svg { width: 100%; height: auto; font-size: .75rem; }
svg text { fill: currentColor; }
.axis { stroke: currentColor; stroke-opacity: .5; }
.in { fill: #1a7f37; } .bulk { fill: #b35900; } .out { fill: #b00020; }
.failed { border-left: .25rem solid #b00020; padding-left: .75rem; font-weight: 600; }
[role=note] { border-left: .25rem solid #b35900; padding-left: .75rem; }
`
