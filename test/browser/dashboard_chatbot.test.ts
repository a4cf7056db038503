/** One click asks the configured model for reference answers. */
import { afterAll, describe, expect } from 'vitest'
import { personAt, QUESTIONS, REFERENCES } from '../service/reference_answers.ts'
import { surveyClient } from '../service/survey_client.ts'
import { type ChatServer, type RawReply, startChatServer } from '../setup/chat_server.ts'
import { axeViolations } from './dashboard_axe.ts'
import { openDashboard } from './dashboard_page.ts'

const PATH = '/surveys/spring/references'
const OWN = 'I can walk to work and to the market.'

let model: ChatServer
/** The second opinion on answers asks it too. */
let reply: (prompt: string, count: number) => string | RawReply | null = () => ''
const it = openDashboard({
  env: async () => {
    model = await startChatServer((prompt, count) => reply(prompt, count))
    return { BYHAND_SURVEY_SECOND_OPINION_URL: model.url }
  },
})
afterAll(() => model?.stop())

describe('a chatbot', () => {
  it('is asked by one click, and its answers are saved by another', async ({ visit }) => {
    const { page, owner, noise } = visit
    const send = surveyClient(visit.service.address, visit.workspace.secretKey)
    await send({ survey_id: 'spring', participant_id: 'p', questions: QUESTIONS, responses: personAt(0) })
    await visit.open(PATH, 'Survey')
    const card = page.getByRole('region', { name: QUESTIONS.q1 })
    const box = card.getByLabel('Answers of chatbots')
    await box.fill(OWN)
    const ask = card.getByRole('button', { name: 'Ask the configured chatbot' })

    reply = () => ({ status: 500, body: '' })
    await ask.click()
    const problem = 'The model returned status 500. Nothing was stored.'
    await card.getByRole('alert').getByText(problem, { exact: true }).waitFor()
    expect(await box.inputValue()).toBe(OWN)
    expect(noise.splice(0)).toEqual([expect.stringContaining('status of 502')])

    reply = (_, count) => REFERENCES.q1[count % REFERENCES.q1.length] ?? ''
    await ask.click()
    await card.getByText('The chatbot gave 6 different answers. Check and save them.').waitFor()
    expect(await axeViolations(page)).toEqual([])
    const [first, ...others] = (await box.inputValue()).split('\n\n')
    expect(first).toBe(OWN)
    expect(others.toSorted()).toEqual(REFERENCES.q1.toSorted())
    expect((await owner.get<{ items: [] }>(PATH)).json.items).toEqual([])
    await card.getByRole('button', { name: 'Save' }).click()
    await card.getByText('Saved 7 reference answers. Participants are being analyzed again.').waitFor()
  })
})
