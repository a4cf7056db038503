import { describe, expect, it } from 'vitest'
import { addParts, type PartOptions } from './add_parts.ts'
import { type FlowElement, type OptionsPayload, parseQsf, payloadOf, type Qsf, questionsOf } from './qsf.ts'
import { sampleSurvey } from './sample_survey.ts'

const OPTIONS: PartOptions = {
  url: 'https://byhand.example.org',
  scriptPath: '/byhand.js',
  siteKey: 'bh_pk_1',
  secretKey: 'bh_sk_1',
}

const LAND = `\${e://Field/land}`

/** The same survey with a header, JavaScript, a branch and an end of its own, and an unused question. */
function ownSurvey(): Qsf {
  const qsf = sampleSurvey()
  payloadOf<OptionsPayload>(qsf, 'SO').Header = '<h1>Our university</h1>'
  const flow = payloadOf<FlowElement>(qsf, 'FL')
  const inBranch = { Type: 'EndSurvey', FlowID: 'FL_17' }
  flow.Flow?.push({ Type: 'Branch', FlowID: 'FL_9', Flow: [inBranch] }, { Type: 'EndSurvey', FlowID: 'FL_8' })
  const [, second, third] = questionsOf(qsf)
  if (second) second.QuestionJS = 'Qualtrics.SurveyEngine.addOnload(function () { own() });'
  if (third) Object.assign(third, { Selector: 'SL', QuestionText: `<b>Your&nbsp;town</b> &amp; ${LAND}?` })
  const blocks = payloadOf<{ Type: string; BlockElements?: object[] }[]>(qsf, 'BL')
  Object.assign(blocks[1] ?? {}, { BlockElements: [{ Type: 'Question', QuestionID: 'QID4' }] })
  qsf.SurveyElements.push({
    Element: 'SQ',
    PrimaryAttribute: 'QID4',
    Payload: { QuestionID: 'QID4', QuestionType: 'TE', Selector: 'ESTB', QuestionText: 'Unused' },
  })
  return qsf
}

const flowOf = (qsf: Qsf) => payloadOf<FlowElement>(qsf, 'FL')
const serviceOf = (qsf: Qsf) =>
  flowOf(qsf).Flow?.find(({ Type }) => Type === 'WebService') as unknown as {
    Body: Record<string, string>
    EditBodyParams: { key: string; value: string }[]
    ResponseMap: { key: string; value: string }[]
  }

describe('Byhand in a Qualtrics survey', () => {
  it('keeps everything of the survey', () => {
    const qsf = ownSurvey()
    addParts(qsf, OPTIONS)
    expect(payloadOf<OptionsPayload>(qsf, 'SO').Header).toBe(
      '<h1>Our university</h1><script data-byhand="qualtrics" src="https://byhand.example.org/integrations/qualtrics.js" ' +
        'data-src="https://byhand.example.org/byhand.js" data-site-key="bh_pk_1" async></script>',
    )
    expect(flowOf(qsf).Flow?.map(({ Type, FlowID }) => `${Type} ${FlowID}`)).toEqual([
      'EmbeddedData FL_19',
      'Block FL_2',
      'Branch FL_9',
      'WebService FL_18',
      'EndSurvey FL_8',
    ])
    expect(flowOf(qsf).Properties?.Count).toBe(7)
    expect(questionsOf(qsf)[1]?.QuestionJS).toMatch(
      /^Qualtrics.*own\(\) }\);\n\/\* Byhand \*\/\nQualtrics.SurveyEngine.addOnReady/,
    )
  })

  it('is the same after it was added twice', () => {
    const once = ownSurvey()
    addParts(once, OPTIONS)
    const twice = structuredClone(once)
    addParts(twice, OPTIONS)
    expect(twice).toEqual(once)
    addParts(twice, { ...OPTIONS, questions: ['QID3'] })
    expect(questionsOf(twice)[1]?.QuestionJS).toBe('Qualtrics.SurveyEngine.addOnload(function () { own() });')
  })

  it('records essay and multi-line questions that are in use, or those named', () => {
    const ids = (questions?: string[]) =>
      addParts(ownSurvey(), { ...OPTIONS, ...(questions && { questions }) }).map(
        ({ QuestionID }) => QuestionID,
      )
    expect(ids()).toEqual(['QID2'])
    expect(ids(['QID3'])).toEqual(['QID3'])
    expect(() => ids(['QID1'])).toThrow('The survey has no text question QID1.')
    expect(() => ids(['QID4'])).toThrow('The survey has no text question QID4.')
  })

  it('sends question texts without markup, with piped text', () => {
    const qsf = ownSurvey()
    addParts(qsf, { ...OPTIONS, questions: ['QID3'] })
    const { Body, EditBodyParams } = serviceOf(qsf)
    expect(Body['questions[QID3]']).toBe(`Your town & ${LAND}?`)
    expect(Body['responses[QID3]']).toBe(`\${q://QID3/ChoiceTextEntryValue}`)
    expect(Object.fromEntries(EditBodyParams.map(({ key, value }) => [key, value]))).toEqual(Body)
  })

  it('waits for a choice of a question that exists', () => {
    const ask = (question: string, choice?: string) => {
      const qsf = sampleSurvey()
      addParts(qsf, { ...OPTIONS, consent: { question, ...(choice && { choice }) } })
      return qsf
    }
    expect(questionsOf(ask('QID1'))[0]?.QuestionJS).toContain('indexOf("1")')
    expect(payloadOf<OptionsPayload>(ask('QID1', '2'), 'SO').Header).toContain('data-consent="wait"')
    expect(() => ask('QID2')).toThrow('The survey has no multiple-choice question QID2.')
    expect(() => ask('QID1', '3')).toThrow('The question QID1 has no choice 3; it has 1, 2.')
  })

  it('names a file that is no survey', () => {
    for (const text of ['', '[]', 'null', '{"SurveyElements": []}'])
      expect(() => parseQsf(text, 'a.qsf')).toThrow('a.qsf is not a Qualtrics survey file (.qsf).')
  })
})
