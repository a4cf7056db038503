/** What of language models' writing is found: by manner, by length, by generator; from one answer and from three. */
import { chance } from '../../text/chance.ts'
import { textOf } from '../../text/data.ts'
import { type Share, shareOf } from '../wilson.ts'
import { type AnswerSets, byName, groupsOf, type HumanAnswer, sampleOf } from './answer_sets.ts'
import { foundInAny, readGiven } from './judge_answer.ts'
import { auroc, recallAt } from './ranking.ts'

export interface StyleFigures {
  /** At the thresholds that ship. */
  readonly one: Share
  readonly three: Share
  /** At the score that 1 % of real participants with as many answers exceed. */
  readonly oneAt1: number
  readonly threeAt1: number
}

export interface LengthFigures {
  readonly auroc: number
  readonly recallAt1: number
  readonly found: Share
  readonly falseAlarms: Share
}

export interface GptFigures {
  readonly byStyle: Readonly<Record<string, StyleFigures>>
  /** Texts of any kind, people and models on the same prompts. */
  readonly byWords: Readonly<Record<string, LengthFigures>>
  readonly bySource: Readonly<Record<string, LengthFigures>>
  readonly byGenerator: Readonly<Record<string, Share>>
  /** Essays of people that a test of English as a foreign language asked for. */
  readonly foreignEssays: Share
}

const PARTICIPANTS = 1_500
const TRIPLES = 300
const TEXTS = 1_500
const NOTHING = Number.NEGATIVE_INFINITY

export function gptFigures({ people, modelAnswers, gpt }: AnswerSets): GptFigures {
  const english = people.filter(({ language }) => language === 'en')
  const answers = modelAnswers.filter(({ language }) => language === 'en')
  const honestOne = scoresOf(sampleOf(english, PARTICIPANTS).map((one) => [one]))
  const honestThree = scoresOf(triplesOf(english, PARTICIPANTS))
  const texts = gpt.filter((row) => 'label' in row)
  const isForeign = (source: string) => source === 'liang-toefl'
  return {
    byStyle: byName(
      groupsOf(answers, ({ style }) => style),
      (own) => {
        const three = triplesOf(own, TRIPLES)
        const single = own.map((one) => [one])
        return {
          one: shareOf(single.filter((given) => foundInAny('gpt', given)).length, single.length),
          three: shareOf(three.filter((given) => foundInAny('gpt', given)).length, three.length),
          oneAt1: recallAt(0.01, honestOne, scoresOf(single)),
          threeAt1: recallAt(0.01, honestThree, scoresOf(three)),
        }
      },
    ),
    byWords: byName(
      groupsOf(texts, (row) => textOf(row, 'bucket')),
      textFigures,
    ),
    bySource: byName(
      groupsOf(texts, (row) => textOf(row, 'source')),
      textFigures,
    ),
    byGenerator: byName(
      groupsOf(
        gpt.filter((row) => row.label !== 'human'),
        (row) => textOf(row, 'model').replace(/:.*$/, ''),
      ),
      (rows) => foundAmong(sampleOf(rows, TEXTS).map(givenOf)),
    ),
    foreignEssays: foundAmong(
      gpt.filter((row) => row.label === 'human' && isForeign(textOf(row, 'source'))).map(givenOf),
    ),
  }
}

type Given = Pick<HumanAnswer, 'question' | 'answer'>

const givenOf = (row: Readonly<Record<string, unknown>>): Given => ({
  question: textOf(row, 'question'),
  answer: textOf(row, 'text'),
})

function textFigures(rows: readonly Readonly<Record<string, unknown>>[]): LengthFigures {
  const [people, models] = ['human', 'llm'].map((label) =>
    sampleOf(
      rows.filter((row) => row.label === label),
      TEXTS,
    ).map(givenOf),
  ) as [Given[], Given[]]
  const honest = scoresOf(
    people.map((one) => [one]),
    'writing',
  )
  const others = scoresOf(
    models.map((one) => [one]),
    'writing',
  )
  return {
    auroc: auroc(honest, others),
    recallAt1: recallAt(0.01, honest, others),
    found: foundAmong(models),
    falseAlarms: foundAmong(people),
  }
}

const foundAmong = (given: readonly Given[]): Share =>
  shareOf(given.filter((one) => foundInAny('gpt', [one])).length, given.length)

/** The score behind the check, whatever its thresholds. */
function scoresOf(
  participants: readonly (readonly Given[])[],
  which: 'answering' | 'writing' = 'answering',
): number[] {
  return participants.map((given) => readGiven(given)[0]?.participantStyle()?.[which] ?? NOTHING)
}

/** Three different answers of one source to different questions, where there are several. */
function triplesOf<Answer extends HumanAnswer>(answers: readonly Answer[], count: number): Answer[][] {
  const luck = chance(12)
  const sources = groupsOf(answers, ({ source }) => source).filter(([, own]) => own.length >= 3)
  if (sources.length === 0) return []
  return Array.from({ length: count }, () => {
    const [, own] = luck.pick(sources)
    const questions = groupsOf(own, ({ question }) => question)
    if (questions.length < 3) return luck.shuffle(own).slice(0, 3)
    return luck
      .shuffle(questions)
      .slice(0, 3)
      .map(([, each]) => luck.pick(each))
  })
}
