import { describe, expect, it } from 'vitest'
import type { ChallengeVoter, TaskVotes } from '../../../store/challenges.ts'
import { shownUnconfirmed, unconfirmedClasses } from './unconfirmed_classes.ts'

const NOW = Date.UTC(2026, 10, 19)
const CLASS = 'gecko 153 Linux x64'

/** `network a 5, member b 1`: votes for one task. */
const votesFrom = (text: string, browserClass = CLASS, seed = 0, workspace = 'ws'): TaskVotes[] =>
  text.split(', ').map((part) => {
    const [kind, value = '', votes] = part.split(' ')
    return {
      workspace,
      browserClass,
      seed,
      kind: kind as ChallengeVoter['kind'],
      value,
      votes: Number(votes),
    }
  })

const find = (votes: TaskVotes[]) => unconfirmedClasses({ votesOf: async () => votes }, NOW)

describe('unconfirmedClasses', () => {
  it.each([
    ['network a 4', undefined],
    ['network a 5', 'untrusted'],
    ['network a 3, network b 2', 'untrusted'],
    ['network a 5, user a 4', 'untrusted'],
    ['network a 5, user a 5', undefined],
    ['network a 50, member a 1', undefined],
    ['network a 5, member a 1, member b 1', 'split'],
    ['network a 4, network b 1, member a 1', undefined],
    ['network a 3, network b 2, member a 1', 'disputed'],
    ['network b 40, member a 1', 'disputed'],
  ])('%s: %s', async (text, problem) => {
    expect((await find(votesFrom(text))).map((found) => found.problem)).toEqual(
      problem === undefined ? [] : [problem],
    )
  })

  it('names each class of a workspace once, with the seed that most networks answered', async () => {
    const votes = [
      ...votesFrom('network a 6', CLASS, 0),
      ...votesFrom('network a 9', CLASS, 1),
      ...votesFrom('network a 20', 'webkit 26 macOS'),
      ...votesFrom('network a 7', CLASS, 0, 'other'),
    ]
    expect(await find(votes)).toEqual([
      { workspace: 'ws', browser_class: 'webkit 26 macOS', problem: 'untrusted', networks: 20 },
      { workspace: 'ws', browser_class: CLASS, problem: 'untrusted', networks: 9 },
      { workspace: 'other', browser_class: CLASS, problem: 'untrusted', networks: 7 },
    ])
  })
})

describe('shownUnconfirmed', () => {
  it('is short, however many classes are invented', async () => {
    const votes = Array.from({ length: 100 }, (_, index) =>
      votesFrom(`network a ${5 + index}`, `chromium ${index} Windows`),
    ).flat()
    const shown = await shownUnconfirmed({ votesOf: async () => votes }, 'ws', NOW)
    expect(shown.map(({ networks }) => networks)).toEqual([104, 103, 102, 101, 100, 99, 98, 97, 96, 95])
    expect(shown[0]).not.toHaveProperty('workspace')
  })
})
