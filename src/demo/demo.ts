/**
 * Shows visitors of the demo their own report. The page reads it with a secret key from the URL fragment, which
 * browsers never send. A real site keeps the secret key on its server.
 */
import type * as byhand from '../browser/index.ts'
import type { SessionReport } from '../contract/session.ts'
import type { SurveyResultV021 } from '../contract/survey.ts'

/** Undefined if the page was opened without a site key. */
const script = (window as unknown as { readonly byhand?: typeof byhand }).byhand

const POLL_MS = 2000

const SHOWN_LOG_ENTRIES = 40

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

/** Removes the secret from the address bar at once, so that it is not copied with the URL. */
function takeSecret(): string {
  const secret = new URLSearchParams(location.hash.slice(1)).get('secret') ?? ''
  if (secret) history.replaceState(null, '', location.pathname + location.search)
  return secret
}

function showReport(report: SessionReport): void {
  byId('live').hidden = false
  byId('score').textContent = `Risk score: ${report.risk_score} of 100.`
  byId('action').textContent = report.recommended_action
  byId('explanation').textContent = report.risk_explanation
  byId('checks').replaceChildren(
    checksTable('Behavior', report.biometric_checks),
    checksTable('Device', report.device_checks),
  )
  const newest = report.user_logs.slice(-SHOWN_LOG_ENTRIES).reverse()
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

function showSurveyResult(result: SurveyResultV021): void {
  const list = make('ul', '')
  for (const [id, failed] of Object.entries(result.checks)) {
    const effort = `Effort ${result.effort_ratings[id]} of 10.`
    const checks = failed.length === 0 ? 'No failed checks.' : `Failed checks: ${failed.join(', ')}.`
    list.append(make('li', `${QUESTIONS[id]} ${effort} ${checks}`))
  }
  const { device_id, duplicate } = result.fingerprint_checks ?? {}
  if (device_id) {
    const sharing = duplicate
      ? 'Another participant has used this device.'
      : 'No other participant has used this device.'
    list.append(make('li', sharing))
  }
  const [flag, className] = result.flagged ? ['Flagged', 'Detected'] : ['Not flagged', 'Not']
  byId('answers').replaceChildren(make('h2', 'Survey answers'), make('p', flag, className), list)
}

async function poll(secret: string, sessionId: string): Promise<void> {
  try {
    const response = await fetch(`/v1/sessions/${sessionId}/report`, {
      headers: { authorization: `Bearer ${secret}` },
    })
    if (response.ok) showReport(await response.json())
    else if (response.status === 401 || response.status === 403) {
      byId('notice').textContent = 'The secret key in the URL is not valid, or it cannot read sessions.'
      return
    }
  } catch {
    // The service is unreachable for a moment; the next poll tries again.
  }
  setTimeout(() => poll(secret, sessionId), POLL_MS)
}

async function analyzeAnswers(
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
  if (response.ok) showSurveyResult(await response.json())
}

async function run(): Promise<void> {
  const secret = takeSecret()
  const form = byId('survey') as HTMLFormElement
  const sessionId = (await script?.ready) ?? ''
  if (sessionId) byId('session').textContent = sessionId
  // Requested early, so that the service knows the device before the answers arrive.
  const fingerprintId = await script?.getFingerprintId()
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    byId('thanks').hidden = false
    if (secret && sessionId) analyzeAnswers(secret, sessionId, fingerprintId, form).catch(() => {})
  })
  if (!secret || !sessionId) return
  byId('notice').textContent = 'Live report, as your server would read it.'
  await poll(secret, sessionId)
}

run()
