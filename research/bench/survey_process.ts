/**
 * CPU time and memory of the whole service for survey checks over HTTP: participants with five answers of 300
 * characters and their typing histories, about 300 kB each, one after another.
 *
 *   node research/bench/survey_process.ts [participants, 1000] [store, sqlite] [reference answers per question, 0]
 */
import { startMeasuredService } from './service.ts'
import { english, history } from './survey_texts.ts'

const PARTICIPANTS = Number(process.argv[2] ?? 1_000)
const STORE = process.argv[3] ?? 'sqlite'
const REFERENCES = Number(process.argv[4] ?? 0)
const WARM_UP = 100
/** The kernel counts CPU time in hundredths of a second, so single requests cannot be measured. */
const GROUP = 20
const IDS = ['q1', 'q2', 'q3', 'q4', 'q5']
const QUESTION = 'What do you like about living where you live, and what would you change?'

function body(participant: number): string {
  const answers = IDS.map((id) => [id, english(300)] as const)
  return JSON.stringify({
    survey_id: 'bench',
    participant_id: `p${participant}`,
    questions: Object.fromEntries(IDS.map((id) => [id, QUESTION])),
    responses: Object.fromEntries(answers),
    question_histories: Object.fromEntries(answers.map(([id, text]) => [id, history(text)])),
  })
}

const service = await startMeasuredService(STORE)
for (const id of REFERENCES > 0 ? IDS : []) {
  const references = Array.from({ length: REFERENCES }, () => english(300))
  const response = await fetch(`${service.address}/v1/surveys/bench/references`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${service.secretKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ question_id: id, question: QUESTION, references }),
  })
  if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`)
}
const groups: number[] = []
let bytes = 0
for (let at = 0; at < PARTICIPANTS; at += GROUP) {
  const bodies = Array.from({ length: GROUP }, (_, k) => body(at + k))
  const before = service.running.cpuMs()
  for (const text of bodies) {
    const response = await fetch(`${service.address}/survey-check/v021`, {
      method: 'POST',
      headers: { authorization: `Bearer ${service.secretKey}`, 'content-type': 'application/json' },
      body: text,
    })
    if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`)
    await response.arrayBuffer()
    bytes += text.length
  }
  if (at >= WARM_UP) groups.push((service.running.cpuMs() - before) / GROUP)
}
groups.sort((a, b) => a - b)
console.log(
  JSON.stringify({
    bench: 'survey_process',
    store: STORE,
    participants: PARTICIPANTS,
    references: REFERENCES,
    kilobytes_each: Math.round(bytes / PARTICIPANTS / 1000),
    cpu_ms_median: groups[groups.length >> 1],
    cpu_ms_worst_group: groups.at(-1),
    memory_mib: Math.round(service.running.memoryMiB()),
    peak_mib: Math.round(service.running.peakMiB()),
  }),
)
await service.stop()
