/**
 * Texts of people and models on the same prompts, from checkouts in one folder: `gpt-MT` and `ALMA` (MIT, the same texts
 * translated by people, GPT-3.5 and GPT-4), `GPTID` (MIT, questions of a forum answered by people and GPT-3.5),
 * `multilingual_reviews_deception` (MIT, reviews of the same hotels by guests and GPT-4).
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { tableIn } from './data.ts'

export interface Reply {
  readonly domain: string
  /** `human`, or the model's name. */
  readonly model: string
  readonly text: string
}

export const replies = (folder: string): Reply[] => [
  ...translations(folder),
  ...answers(folder),
  ...reviews(folder),
]

/** Paths of each translator's English translations; not every translator covers every language. */
const TRANSLATORS = [
  ['human', 'gpt-MT/evaluation/testset/wmt-testset'],
  ['ChatGPT', 'gpt-MT/evaluation/system-outputs/ChatGPT/zeroshot'],
  ['text-davinci-003', 'gpt-MT/evaluation/system-outputs/text-davinci-003/RR/1-shot'],
  ['GPT-4', 'ALMA/outputs/wmt22_outputs/GPT-4-1106-preview'],
] as const

/** Sentences in the order of their texts. */
const TOGETHER = 8

function translations(folder: string): Reply[] {
  return TRANSLATORS.flatMap(([model, path]) =>
    readdirSync(join(folder, path))
      .filter((pair) => pair.endsWith('en'))
      .sort()
      .flatMap((pair) => {
        const from = pair.slice(0, 2)
        const lines = readFileSync(join(folder, path, pair, `test.${from}-en.en`), 'utf8').split('\n')
        return Array.from({ length: Math.ceil(lines.length / TOGETHER) }, (_, at) => ({
          domain: `translations ${from}`,
          model,
          text: lines.slice(at * TOGETHER, (at + 1) * TOGETHER).join(' '),
        }))
      }),
  )
}

interface Answered {
  readonly gold_completion: string
  readonly gen_completion: string
}

function answers(folder: string): Reply[] {
  const path = join(folder, 'GPTID/data/human_gpt3_davinci_003_reddit.json_pp')
  const domain = 'forum'
  return (JSON.parse(readFileSync(path, 'utf8')) as Answered[]).flatMap((each) => [
    { domain, model: 'human', text: each.gold_completion },
    { domain, model: 'text-davinci-003', text: each.gen_completion },
  ])
}

const REVIEWS = [
  ['human', 'real_reviews/real_English.csv'],
  ['gpt-4', 'generated_reviews/generated_English_reviews.csv'],
] as const

const SIDES = ['Upside_Review', 'Downside_Review']

function reviews(folder: string): Reply[] {
  return REVIEWS.flatMap(([model, file]) => {
    const { head, rows } = tableIn(join(folder, 'multilingual_reviews_deception/data', file))
    return rows.map((row) => ({
      domain: 'hotels',
      model,
      text: SIDES.map((side) => row[head.indexOf(side)] ?? '')
        .filter((text) => text !== '' && text !== 'nan')
        .join(' '),
    }))
  })
}
