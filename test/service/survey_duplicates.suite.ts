/** Rules of duplicates for every store. Called once for each engine. */
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ParticipantList, ParticipantView } from '../../src/contract/dashboard/surveys.ts'
import { type DashboardClient, loginTo } from './dashboard_client.ts'
import { type RunningService, runService } from './running_service.ts'
import { ANSWERS, newSurveyId, QUESTIONS, requestOf, type Send, surveyClient } from './survey_client.ts'

const CROSS = 'Cross-duplicate response'

export function duplicateSuite(engine: string, env: () => Promise<Record<string, string>>): void {
  describe(`duplicates on ${engine}`, () => {
    let service: RunningService
    let send: Send
    let owner: DashboardClient
    let key: string
    let otherKey: string
    let settings: Record<string, string>
    beforeAll(async () => {
      settings = { BYHAND_RATE_SURVEYS_PER_KEY: '0', ...(await env()) }
      service = await runService(settings)
      const workspace = await service.workspace()
      owner = await loginTo(service, workspace.id)
      key = workspace.secretKey
      otherKey = (await service.workspace()).secretKey
      send = surveyClient(service.address, key)
    })
    afterAll(() => service?.stop())

    const only = (survey: string, participant: string, q1: string) => ({
      survey_id: survey,
      participant_id: participant,
      questions: { q1: QUESTIONS.q1 },
      responses: { q1 },
    })

    it('share a group; the first is never flagged', async () => {
      const survey = newSurveyId()
      const first = await send(requestOf(survey, 'p1'))
      const other = await send(requestOf(survey, 'p2', 1))
      const copy = await send(requestOf(survey, 'p3'))
      expect(first.json.response_groups).toEqual({ q1: 1, q2: 1 })
      expect(other.json.response_groups).toEqual({ q1: 2, q2: 2 })
      expect(copy.json.response_groups).toEqual({ q1: 1, q2: 1 })
      expect(first.json.flagged || other.json.flagged).toBe(false)
      expect(copy.json.checks).toEqual({ q1: [CROSS], q2: [CROSS] })
      expect((await send(requestOf(survey, 'p1'))).text).toBe(first.text)
    })

    it.each(['The bakery keeps a whistling parrot near its ovens', 'Quiet streets, old trees'])(
      'with a letter changed in each are flagged: %s',
      async (text) => {
        const survey = newSurveyId()
        const places = [...text.matchAll(/[a-z]/g)].map(({ index }) => index)
        const copies = Array.from({ length: 10 }, (_, at) => {
          const place = places[at * 2] as number
          return `${text.slice(0, place)}${text[place] === 'x' ? 'q' : 'x'}${text.slice(place + 1)}`
        })
        let flagged = 0
        for (const [at, copy] of copies.entries()) {
          const { json } = await send(only(survey, `p${at}`, copy))
          expect(json.response_groups).toEqual({ q1: 1 })
          if (json.checks.q1.includes(CROSS)) flagged++
        }
        expect(flagged).toBeGreaterThanOrEqual(8)
      },
    )

    it('of one word changed are flagged, and the first is shown for review with them', async () => {
      const survey = newSurveyId()
      const verdictOf = async (participant: string) => {
        const { json } = await owner.get<ParticipantView>(`/surveys/${survey}/participants/${participant}`)
        return [json.verdict, json.reasons, json.answers.map(({ group }) => group)]
      }
      const text = 'The bakery keeps a whistling parrot near its ovens'
      await send(only(survey, 'first', text))
      await send(only(survey, 'other', ANSWERS[1].q1))
      expect(await verdictOf('first')).toEqual(['keep', [], [0]])
      const copy = await send(only(survey, 'copy', text.replace('ovens', 'windows')))
      expect(copy.json.checks.q1).toContain(CROSS)
      expect(await verdictOf('first')).toEqual([
        'review',
        ['q1: A later participant gave a similar answer.'],
        [1],
      ])
      expect(await verdictOf('other')).toEqual(['keep', [], [0]])
      const again = await owner.send('POST', `/surveys/${survey}/participants/first/analyze-again`)
      expect(again.status).toBe(200)
      expect((await verdictOf('first'))[0]).toBe('review')
      const { json } = await owner.get<ParticipantList>(`/surveys/${survey}/participants?verdict=review`)
      expect(json.items.map(({ participant_id }) => participant_id).sort()).toEqual(['copy', 'first'])
    })

    it('are recognized despite invisible characters', async () => {
      const survey = newSurveyId()
      await send(only(survey, 'p1', ANSWERS[0].q1))
      const hidden = ANSWERS[0].q1.replaceAll('a', 'a\u200b').toUpperCase()
      expect((await send(only(survey, 'p2', hidden))).json.checks.q1).toContain(CROSS)
    })

    it('of fewer than 20 characters share a group, unflagged', async () => {
      const survey = newSurveyId()
      await send(only(survey, 'p1', 'the green balcony'))
      const { json } = await send(only(survey, 'p2', 'The green balcony!'))
      expect(json.response_groups).toEqual({ q1: 1 })
      expect(json.checks.q1).not.toContain(CROSS)
      await send(only(survey, 'p3', '我喜欢这里的公园和邻居'))
      const han = await send(only(survey, 'p4', '我喜欢这里的公园和邻居'))
      expect(han.json.checks.q1).toContain(CROSS)
    })

    it('that many people give by coincidence share a group and pass in both versions', async () => {
      const survey = newSurveyId()
      const simple = 'nothing in particular'
      const say = (participant: string, version: 'v012' | 'v021') =>
        send(only(survey, participant, simple), { version })
      await say('p1', 'v012')
      const v012 = await say('p2', 'v012')
      expect(v012.json.checks).not.toContain(CROSS)
      expect(v012.json.response_groups).toEqual({ q1: 1 })
      const v021 = await say('p3', 'v021')
      expect(v021.json.checks.q1).not.toContain(CROSS)
      expect(v021.json.response_groups).toEqual({ q1: 1 })
    })

    it('that arrive at the same time form one cluster with one first member', async () => {
      for (let round = 0; round < 4; round++) {
        const survey = newSurveyId()
        const answers = await Promise.all(
          Array.from({ length: 12 }, (_, at) => send(requestOf(survey, `p${at}`, round))),
        )
        expect(answers.map(({ json }) => json.response_groups)).toEqual(answers.map(() => ({ q1: 1, q2: 1 })))
        for (const id of ['q1', 'q2']) {
          expect(answers.filter(({ json }) => !json.checks[id].includes(CROSS))).toHaveLength(1)
        }
      }
    })

    it('that arrive at two nodes at the same time form one cluster too', async () => {
      if (engine === 'SQLite') return
      const second = await runService(settings)
      try {
        const elsewhere = surveyClient(second.address, key)
        for (let round = 0; round < 4; round++) {
          const survey = newSurveyId()
          const answers = await Promise.all(
            Array.from({ length: 12 }, (_, at) =>
              (at % 2 ? send : elsewhere)(requestOf(survey, `p${at}`, round)),
            ),
          )
          const groups = answers.map(({ json }) => json.response_groups.q1)
          expect(new Set(groups).size).toBe(1)
          expect(answers.filter(({ json }) => !json.checks.q1.includes(CROSS))).toHaveLength(1)
        }
      } finally {
        await second.stop()
      }
    })

    it('remove a participant who changes an answer from the old cluster', async () => {
      const survey = newSurveyId()
      await send(requestOf(survey, 'p1'))
      await send(requestOf(survey, 'p1', 1))
      const { json } = await send(requestOf(survey, 'p2'))
      expect(json.checks.q1).not.toContain(CROSS)
      const copy = await send(requestOf(survey, 'p3', 1))
      expect(copy.json.checks.q1).toContain(CROSS)
    })

    it('are still recognized after a restart', async () => {
      const survey = newSurveyId()
      const first = await send(requestOf(survey, 'p1'))
      await service.close()
      service = await runService(settings, { folder: service.folder })
      send = surveyClient(service.address, key)
      const again = await send(requestOf(survey, 'p1'))
      expect({ ...again.json, typing_url: '' }).toEqual({ ...first.json, typing_url: '' })
      const copy = await send(requestOf(survey, 'p2'))
      expect(copy.json.response_groups).toEqual(first.json.response_groups)
      expect(copy.json.checks.q1).toContain(CROSS)
    })

    it('never cross workspaces', async () => {
      const other = surveyClient(service.address, otherKey)
      const survey = newSurveyId()
      const words = fc.array(fc.constantFrom('river', 'bread', 'window', 'quiet', 'street', 'school'), {
        minLength: 8,
        maxLength: 14,
      })
      let at = 0
      await fc.assert(
        fc.asyncProperty(words, async (text) => {
          const own = only(`${survey}-${at}`, `p${at++}`, text.join(' '))
          await send(own)
          const { json } = await other(own)
          expect(json.response_groups).toEqual({ q1: 1 })
          expect(json.checks.q1).not.toContain(CROSS)
        }),
        { numRuns: 40 },
      )
    })

    it('by the hundred increase neither the index nor its numbers', async () => {
      const survey = newSurveyId()
      for (let at = 0; at < 60; at++) await send(only(survey, `p${at}`, ANSWERS[2].q1))
      const { store } = service.services
      const indexed = await Promise.all(
        Array.from({ length: 60 }, (_, at) =>
          store.surveys.indexed({ workspace: 'ws_test0', surveyId: survey, participantId: `p${at}` }),
        ),
      )
      expect(indexed.flat().length).toBeLessThanOrEqual(16)
      expect((await send(only(survey, 'new', ANSWERS[3].q1))).json.response_groups).toEqual({ q1: 2 })
    })
  })
}
