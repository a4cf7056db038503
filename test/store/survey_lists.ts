import { describe, expect, it } from 'vitest'
import type { Verdict } from '../../src/contract/verdicts.ts'
import { type ParticipantQuery, rankOf, type VerdictCount } from '../../src/store/surveys.ts'
import { newWorkspace, type Subject } from './engine.ts'
import { keyOf, newAnalysis, newAnswer } from './surveys.ts'
import { newDelivery } from './webhooks.ts'

export function surveyListsSuite(store: Subject): void {
  const save = (workspace: string, name: string, at: number, flagged: boolean, group: number) => {
    const rank = flagged ? rankOf({ verdict: 'review', severity: 0.3 }) : 0
    const given = { id: `id-${name}`, analyzedAt: at, flagged, rank }
    return store().surveys.save(newAnalysis(keyOf(workspace, name), given), [
      newAnswer([BigInt(group)], { group }),
    ])
  }

  describe('lists of surveys', () => {
    it('contain participants, flags and times', async () => {
      const workspace = newWorkspace()
      const { surveys } = store()
      await save(workspace, 'a', 1, true, 1)
      await save(workspace, 'b', 2, false, 1)
      await save(workspace, 'c', 2, false, 2)
      await save(newWorkspace(), 'a', 9, true, 1)
      const { surveyId } = keyOf(workspace, 'a')
      const summary = { surveyId, participants: 3, flagged: 1, firstAt: 1, lastAt: 2 }
      expect(await surveys.surveys(workspace, 9)).toEqual([summary])
      expect(await surveys.summary(workspace, surveyId)).toEqual(summary)
      expect(await surveys.summary(workspace, 'none')).toBeNull()
      const listed = async (given: object) =>
        (await surveys.participants({ workspace, surveyId, limit: 2, ...given })).map(
          ({ participantId }) => participantId,
        )
      expect(await listed({})).toEqual(['b', 'c'])
      expect(await listed({ before: { rank: 0, analyzedAt: 2, participantId: 'c' } })).toEqual(['a'])
      expect(await listed({ flagged: true })).toEqual(['a'])
      expect(await listed({ prefix: 'b' })).toEqual(['b'])
      expect(await surveys.clusters(workspace, surveyId, 9)).toEqual([
        { questionId: 'q1', group: 1, size: 2 },
      ])
      expect(await surveys.clusterMembers(workspace, surveyId, 'q1', 1, 9)).toEqual([
        { participantId: 'a', addedAt: 1 },
        { participantId: 'b', addedAt: 2 },
      ])
      expect(await surveys.surveysOf(workspace, 'a')).toEqual([surveyId])
      await surveys.save(newAnalysis({ ...keyOf(workspace, 'ab'), surveyId: 'other' }, { id: 'id-ab' }), [])
      const like = async (prefix: string, limit: number) =>
        (await surveys.participantsLike(workspace, prefix, limit)).map((key) => [
          key.participantId,
          key.surveyId,
        ])
      expect(await like('a', 9)).toEqual([
        ['a', surveyId],
        ['ab', 'other'],
      ])
      expect(await like('a', 1)).toEqual([['a', surveyId]])
      expect(await like('x', 9)).toEqual([])
      expect((await surveys.analyzedBefore(workspace, 2, 9)).map((key) => key.participantId)).toEqual(['a'])
    })

    it('order participants by rank, and select them by the effective verdict', async () => {
      const workspace = newWorkspace()
      const { surveys } = store()
      const ranks = {
        kept: ['keep', 0],
        mild: ['review', 0.3],
        first: ['remove', 0.8],
        worst: ['remove', 0.95],
      }
      for (const [name, [verdict, severity]] of Object.entries(ranks)) {
        const rank = rankOf({ verdict: verdict as Verdict, severity: severity as number })
        await surveys.save(newAnalysis(keyOf(workspace, name), { id: name, rank }), [])
      }
      await surveys.save(
        newAnalysis(keyOf(workspace, 'late'), { id: 'l', analyzedAt: 2_000, rank: 1_030 }),
        [],
      )
      const verdict = { verdict: 'keep', memberId: 'm', at: 1, note: '' } as const
      await surveys.setVerdict(keyOf(workspace, 'first'), verdict)
      const listed = async (given: Partial<ParticipantQuery>) =>
        (await surveys.participants({ workspace, surveyId: 's', limit: 9, order: 'worst', ...given })).map(
          ({ participantId }) => participantId,
        )
      expect(await listed({})).toEqual(['worst', 'first', 'late', 'mild', 'kept'])
      expect(await listed({ limit: 2 })).toEqual(['worst', 'first'])
      const before = { rank: 1_030, analyzedAt: 2_000, participantId: 'late' }
      expect(await listed({ before })).toEqual(['mild', 'kept'])
      expect(await listed({ order: 'newest', before })).toEqual(['first', 'kept', 'mild', 'worst'])
      expect(await listed({ verdicts: ['keep'] })).toEqual(['first', 'kept'])
      expect(await listed({ verdicts: ['review', 'remove'] })).toEqual(['worst', 'late', 'mild'])
      expect(await listed({ reviewed: true })).toEqual(['first'])
      expect(await listed({ reviewed: false, verdicts: ['keep'] })).toEqual(['kept'])
      expect(await surveys.summary(workspace, 's')).toMatchObject({ participants: 5, flagged: 0 })
      expect((await surveys.verdictCounts(workspace, 's')).toSorted(byVerdict)).toEqual([
        { verdict: 'keep', isReviewed: false, flagged: false, participants: 1 },
        { verdict: 'keep', isReviewed: true, flagged: false, participants: 1 },
        { verdict: 'remove', isReviewed: false, flagged: false, participants: 1 },
        { verdict: 'review', isReviewed: false, flagged: false, participants: 2 },
      ])
      await surveys.setVerdict(keyOf(workspace, 'first'), null)
      expect(await listed({ verdicts: ['remove'] })).toEqual(['worst', 'first'])
    })

    it('find the surveys with the same name and a number', async () => {
      const workspace = newWorkspace()
      const { surveys } = store()
      for (const surveyId of ['same', 'same (2)', 'same (3)', 'same )', 'sam', 'same2', 'same2 (2)'])
        await surveys.save(newAnalysis({ ...keyOf(workspace, 'a'), surveyId }), [])
      await surveys.save(newAnalysis({ ...keyOf(newWorkspace(), 'a'), surveyId: 'same (4)' }), [])
      expect((await surveys.numbered(workspace, 'same')).toSorted()).toEqual(['same', 'same (2)', 'same (3)'])
    })

    it('contain a flagged analysis as pending once, and again after a new analysis', async () => {
      const workspace = newWorkspace()
      const { surveys, webhooks } = store()
      await save(workspace, 'a', 5, true, 1)
      await save(workspace, 'b', 5, false, 1)
      const claim = async (now: number) =>
        (await surveys.claimPending(1_000, now, now + 60))
          .filter((row) => row.workspace === workspace)
          .map(({ participantId }) => participantId)
      expect(await claim(100)).toEqual(['a'])
      expect(await claim(159)).toEqual([])
      expect(await claim(160)).toEqual(['a'])
      await surveys.markNotified({ ...keyOf(workspace, 'a'), analyzedAt: 4, isFirst: true })
      expect(await claim(300)).toEqual(['a'])
      await surveys.markNotified({ ...keyOf(workspace, 'a'), analyzedAt: 5, isFirst: true })
      expect(await claim(900)).toEqual([])
      await save(workspace, 'a', 6, true, 1)
      expect(await claim(1_000)).toEqual(['a'])

      await webhooks.enqueue([newDelivery(workspace, 'd', { subject: 'id-a' })])
      await surveys.erase(keyOf(workspace, 'a'))
      expect(await webhooks.delivery(workspace, 'd')).toBeNull()
    })
  })
}

const byVerdict = (a: VerdictCount, b: VerdictCount) =>
  a.verdict.localeCompare(b.verdict) || Number(a.isReviewed) - Number(b.isReviewed)
