/**
 * The demo's own code: shows the visitor what the service makes of the visit. It reads the report as a server would,
 * with a secret key from the address' fragment, which browsers never send. A real site keeps that key on its server.
 */
import type * as byhand from '../browser/index.ts'
import type { SessionReport } from '../contract/session.ts'
import type { SurveyResultV021 } from '../contract/survey.ts'

/** The script's functions; undefined where the page was opened without a site key. */
const script = (window as unknown as { readonly byhand?: typeof byhand }).byhand

const POLL_MS = 2000

/** Newest entries of the log that are shown. */
const LOG_ENTRIES = 40

const QUESTIONS: Readonly<Record<string, string>> = {
  q1: 'What do you like about the place where you live?',
  q3: 'If you could change one thing there, what would it be?',
  q7: 'Describe a walk you would take a visitor on.',
  q9: 'What is the place called?',
}

const byId = (id: string): HTMLElement => document.getElementById(id) as HTMLElement

function make(tag: string, text: string, className = ''): HTMLElement {
  const element = document.createElement(tag)
  element.textContent = text
  element.className = className
  return element
}

/** The secret leaves the address bar at once, so that it is not copied along with the address. */
function takeSecret(): string {
  const secret = new URLSearchParams(location.hash.slice(1)).get('secret') ?? ''
  if (secret) history.replaceState(null, '', location.pathname + location.search)
  return secret
}

function showReport(report: SessionReport): void {
  byId('live').hidden = false
  byId('score').textContent = `Risk ${report.risk_score} of 100.`
  byId('action').textContent = report.recommended_action
  byId('explanation').textContent = report.risk_explanation
  byId('checks').replaceChildren(
    checksTable('Behaviour', report.biometric_checks),
    checksTable('Device', report.device_checks),
  )
  const newest = report.user_logs.slice(-LOG_ENTRIES).reverse()
  byId('log').replaceChildren(
    ...newest.map(({ action, user_time }) => make('li', `${action} (${user_time})`)),
  )
}

function checksTable(caption: string, checks: Readonly<Record<string, string>>): HTMLElement {
  const table = document.createElement('table')
  table.append(make('caption', caption))
  for (const [name, result] of Object.entries(checks)) {
    const row = document.createElement('tr')
    const head = make('th', name.replaceAll('_', ' '))
    head.setAttribute('scope', 'row')
    row.append(head, make('td', result, result.split(' ')[0]))
    table.append(row)
  }
  return table
}

function showVerdict(result: SurveyResultV021): void {
  const list = make('ul', '')
  for (const [id, failed] of Object.entries(result.checks)) {
    const effort = `effort ${result.effort_ratings[id]} of 10`
    list.append(make('li', `${QUESTIONS[id]} ${effort}; ${failed.join(', ') || 'nothing to remark'}`))
  }
  const { device_id, duplicate } = result.fingerprint_checks ?? {}
  if (device_id) {
    const known = duplicate ? 'another participant has used it before' : 'nobody else has answered on it'
    list.append(make('li', `The device: ${known}`))
  }
  const [verdict, className] = result.flagged ? ['Flagged', 'Detected'] : ['Not flagged', 'Not']
  byId('answers').replaceChildren(make('h2', 'The answers'), make('p', verdict, className), list)
}

async function poll(secret: string, sessionId: string): Promise<void> {
  try {
    const response = await fetch(`/v1/sessions/${sessionId}/report`, {
      headers: { authorization: `Bearer ${secret}` },
    })
    if (response.ok) showReport(await response.json())
    else if (response.status === 401 || response.status === 403) {
      byId('notice').textContent = 'The secret key in the address is not valid, or may not read sessions.'
      return
    }
  } catch {
    // The service is away for a moment; the next round asks again.
  }
  setTimeout(() => poll(secret, sessionId), POLL_MS)
}

async function checkAnswers(
  secret: string,
  sessionId: string,
  fingerprintId: string | undefined,
  form: HTMLFormElement,
): Promise<void> {
  const answers = new FormData(form)
  const response = await fetch('/survey-check/v021', {
    method: 'POST',
    headers: { 'content-type': 'application/json', api_key: secret },
    body: JSON.stringify({
      survey_id: 'demo',
      participant_id: sessionId,
      session_id: sessionId,
      fingerprint_id: fingerprintId || undefined,
      questions: QUESTIONS,
      responses: Object.fromEntries(Object.keys(QUESTIONS).map((id) => [id, String(answers.get(id) ?? '')])),
      question_histories: script?.getQuestionHistories(),
    }),
  })
  if (response.ok) showVerdict(await response.json())
}

async function run(): Promise<void> {
  const secret = takeSecret()
  const form = byId('survey') as HTMLFormElement
  const sessionId = (await script?.ready) ?? ''
  if (sessionId) byId('session').textContent = sessionId
  // Early, so that the service knows the device by the time the answers come.
  const fingerprintId = await script?.getFingerprintId()
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    byId('thanks').hidden = false
    if (secret && sessionId) checkAnswers(secret, sessionId, fingerprintId, form).catch(() => {})
  })
  if (!secret || !sessionId) return
  byId('notice').textContent = 'Live, as your server would see it.'
  await poll(secret, sessionId)
}

run()
