/**
 * Adds Byhand to a Qualtrics survey: the header script, JavaScript for open-ended questions, embedded data and a Web Service
 * element. Adding it again replaces the earlier parts.
 */
import { CommandError } from '../../src/cli/terminal.ts'
import {
  type FlowElement,
  type OptionsPayload,
  payloadOf,
  type Qsf,
  type QuestionPayload,
  questionsOf,
} from './qsf.ts'

export interface PartOptions {
  /** Of the service, without a slash at the end. */
  readonly url: string
  readonly scriptPath: string
  readonly siteKey: string
  readonly secretKey: string
  /** Question ids; by default all essay and multi-line text questions. */
  readonly questions?: readonly string[]
  /** The question that asks for consent, and the choice that gives it (default: the first). */
  readonly consent?: { readonly question: string; readonly choice?: string }
}

/** Text entry of several lines, and essays. A single line is often a name, so the author selects it. */
const OPEN_SELECTORS = ['ML', 'ESTB']
const TEXT_SELECTORS = [...OPEN_SELECTORS, 'SL']

const BEGIN = '/* Byhand */'
const END = '/* End of Byhand */'
const TAG_BEGIN = '<script data-byhand="qualtrics"'
const TAG_END = '</script>'

/** The values at the start of a response. They stay if the script is blocked or the service is down. */
const EMBEDDED = {
  __js_byhand_session_id: 'not-recorded',
  __js_byhand_fingerprint_id: 'none',
  byhand_verdict: 'unknown',
  byhand_flagged: 'unknown',
  byhand_checks_failed: 'unknown',
  byhand_error: 'true',
}

/** Fields of the result, and where they go. */
const RESPONSE = {
  verdict: 'byhand_verdict',
  flagged: 'byhand_flagged',
  num_checks_failed: 'byhand_checks_failed',
  error: 'byhand_error',
}

/** Changes the survey, and returns the questions that it records. */
export function addParts(qsf: Qsf, options: PartOptions): QuestionPayload[] {
  const recorded = chooseQuestions(qsf, options.questions)
  const asked = options.consent && consentQuestion(qsf, options.consent)
  for (const question of questionsOf(qsf)) {
    const own = [
      ...(recorded.includes(question) ? [RECORD] : []),
      ...(question === asked?.question ? [consentCode(asked.choice)] : []),
    ]
    const kept = without(question.QuestionJS || '', `\n${BEGIN}`, END)
    const code = own.length === 0 ? kept : `${kept}\n${[BEGIN, ...own, END].join('\n')}`
    if (code !== (question.QuestionJS || '')) question.QuestionJS = code
  }
  const settings = payloadOf<OptionsPayload>(qsf, 'SO')
  settings.Header = without(settings.Header ?? '', TAG_BEGIN, TAG_END) + headerTag(options)
  addToFlow(payloadOf<FlowElement>(qsf, 'FL'), recorded, options)
  return recorded
}

function chooseQuestions(qsf: Qsf, named: readonly string[] | undefined): QuestionPayload[] {
  const texts = questionsOf(qsf).filter(
    ({ QuestionType, Selector }) => QuestionType === 'TE' && TEXT_SELECTORS.includes(Selector),
  )
  const unknown = named?.find((id) => !texts.some(({ QuestionID }) => QuestionID === id))
  if (unknown !== undefined) throw new CommandError(`The survey has no text question ${unknown}.`)
  const chosen = texts.filter(({ QuestionID, Selector }) =>
    named === undefined ? OPEN_SELECTORS.includes(Selector) : named.includes(QuestionID),
  )
  if (chosen.length > 0) return chosen
  const others = texts.map(({ QuestionID }) => QuestionID).join(', ') || 'none'
  throw new CommandError(
    `The survey has no essay or multi-line text question. Choose questions with --question. Single-line questions: ${others}.`,
  )
}

function consentQuestion(qsf: Qsf, { question: id, choice }: NonNullable<PartOptions['consent']>) {
  const question = questionsOf(qsf).find(({ QuestionID }) => QuestionID === id)
  const choices = (question?.ChoiceOrder ?? []).map(String)
  if (question === undefined || question.QuestionType !== 'MC' || choices.length === 0)
    throw new CommandError(`The survey has no multiple-choice question ${id}.`)
  if (choice !== undefined && !choices.includes(choice))
    throw new CommandError(`The question ${id} has no choice ${choice}; it has ${choices.join(', ')}.`)
  return { question, choice: choice ?? (choices[0] as string) }
}

const QUEUE = '(window.byhandQualtrics = window.byhandQualtrics || [])'
const RECORD = `Qualtrics.SurveyEngine.addOnReady(function () { ${QUEUE}.push(this); });
Qualtrics.SurveyEngine.addOnPageSubmit(function () { ${QUEUE}.push({ save: true }); });`

const consentCode = (choice: string): string =>
  `Qualtrics.SurveyEngine.addOnPageSubmit(function () {
  ${QUEUE}.push({ consent: this.getSelectedChoices().map(String).indexOf(${JSON.stringify(choice)}) !== -1 });
});`

function headerTag({ url, scriptPath, siteKey, consent }: PartOptions): string {
  const wait = consent === undefined ? '' : ' data-consent="wait"'
  return `${TAG_BEGIN} src="${url}/integrations/qualtrics.js" data-src="${url}${scriptPath}" data-site-key="${siteKey}"${wait} async>${TAG_END}`
}

/** The text without every part from `begin` to `end`. */
function without(text: string, begin: string, end: string): string {
  const start = text.indexOf(begin)
  const stop = text.indexOf(end, start)
  if (start === -1 || stop === -1) return text
  return text.slice(0, start) + without(text.slice(stop + end.length), begin, end)
}

function addToFlow(root: FlowElement, recorded: readonly QuestionPayload[], options: PartOptions): void {
  const kept = (root.Flow ?? []).filter((element) => !isOwn(element))
  let last = Math.max(
    ...everyElement({ ...root, Flow: kept }).map(({ FlowID }) => Number(FlowID.replace(/^FL_/, '')) || 0),
  )
  const nextId = () => `FL_${++last}`
  const service = webService(nextId(), recorded, options)
  const end = kept.at(-1)?.Type === 'EndSurvey' ? kept.length - 1 : kept.length
  root.Flow = [embeddedData(nextId()), ...kept.slice(0, end), service, ...kept.slice(end)]
  if (root.Properties?.Count !== undefined) root.Properties.Count = everyElement(root).length
}

const isOwn = ({ Type, EmbeddedData, URL }: FlowElement): boolean =>
  (Type === 'EmbeddedData' && EmbeddedData?.[0]?.Field === '__js_byhand_session_id') ||
  (Type === 'WebService' && /\/survey-check\/v021\b/.test(URL ?? ''))

const everyElement = (element: FlowElement): FlowElement[] => [
  element,
  ...(element.Flow ?? []).flatMap(everyElement),
]

const embeddedData = (FlowID: string) => ({
  Type: 'EmbeddedData',
  FlowID,
  EmbeddedData: Object.entries(EMBEDDED).map(([Field, Value]) => ({
    Description: Field,
    Type: 'Custom',
    Field,
    VariableType: 'String',
    DataVisibility: [],
    AnalyzeText: false,
    Value,
  })),
})

const field = (name: string): string => `\${e://Field/${name}}`

/** A form, because Qualtrics does not escape piped text inside nested JSON. */
function webService(FlowID: string, recorded: readonly QuestionPayload[], { url, secretKey }: PartOptions) {
  const body = Object.fromEntries([
    ['survey_id', field('SurveyID')],
    ['participant_id', field('ResponseID')],
    ['session_id', field('__js_byhand_session_id')],
    ['fingerprint_id', field('__js_byhand_fingerprint_id')],
    ...recorded.map(({ QuestionID, QuestionText }) => [`questions[${QuestionID}]`, plainText(QuestionText)]),
    ...recorded.map(({ QuestionID }) => [
      `responses[${QuestionID}]`,
      `\${q://${QuestionID}/ChoiceTextEntryValue}`,
    ]),
  ])
  const pairs = (map: Readonly<Record<string, string>>) =>
    Object.entries(map).map(([key, value]) => ({ key, value }))
  return {
    Type: 'WebService',
    FlowID,
    URL: `${url}/survey-check/v021?explain=true&wait=5`,
    Method: 'POST',
    RequestParams: [],
    EditBodyParams: pairs(body),
    Body: body,
    ContentType: 'application/x-www-form-urlencoded',
    Headers: pairs({ 'x-api-key': secretKey }),
    ResponseMap: pairs(RESPONSE),
    FireAndForget: false,
    SchemaVersion: 0,
    StringifyValues: true,
  }
}

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  '#39': "'",
  nbsp: ' ',
}

const plainText = (html: string): string =>
  html
    .replace(/<[^<>]*>/g, ' ')
    .replace(/&(#39|\w{2,4});/g, (entity, name) => ENTITIES[name] ?? entity)
    .replace(/\s+/g, ' ')
    .trim()
