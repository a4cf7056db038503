import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { pairedTexts } from './paired_sets.ts'

const folder = mkdtempSync(join(tmpdir(), 'byhand-sets-'))
afterAll(() => rmSync(folder, { recursive: true }))

function write(path: string, content: unknown): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), typeof content === 'string' ? content : JSON.stringify(content))
}

const given = 'The prompt has its first sentence here. The prompt has a second one too.'
write('l2r_data/Sports/human.json', ['We lost again on Sunday,<br />as we always do.'])
write('l2r_data/Sports/GPT-4o.json', ['Sunday brought yet another defeat for the team.'])
write('l2r_data/TravelTourism/human.json', ['Nothing of this folder may be read at all.'])
write('ghostbuster-data/essay/human/1.txt', 'I wrote all of this essay by hand.')
write('ghostbuster-data/essay/human/logprobs/1.txt', 'Nothing of this folder may be read at all.')
write('ghostbuster-data/essay/claude/1.txt', 'This essay explores the art of handwriting.')
write('ghostbuster-data/essay/prompts/1.txt', 'Nothing of this folder may be read at all.')
write('ghostbuster-data/reuter/gpt/Jo/1.txt', 'Shares fell on Monday, the company said.')
write('ghostbuster-data/wp/gpt/1.txt', 'The dragon lowered its head and wept.')
const MT = 'gpt-MT/evaluation'
const line = (at: number, who: string) => `Sentence ${at} of the text was put into English by ${who}.`
const lines = (who: string) => `${Array.from({ length: 9 }, (_, at) => line(at, who)).join('\n')}\n`
write(`${MT}/testset/wmt-testset/deen/test.de-en.en`, lines('a person'))
write(`${MT}/testset/wmt-testset/ende/test.en-de.en`, 'Nothing of this folder may be read at all.')
write(`${MT}/system-outputs/ChatGPT/zeroshot/deen/test.de-en.en`, lines('ChatGPT'))
write(`${MT}/system-outputs/text-davinci-003/RR/1-shot/deen/test.de-en.en`, lines('GPT-3'))
write('ALMA/outputs/wmt22_outputs/GPT-4-1106-preview/deen/test.de-en.en', lines('GPT-4'))
write('GPTID/data/human_gpt3_davinci_003_reddit.json_pp', [
  {
    gold_completion: 'Because the compiler does\nmost of that work.',
    gen_completion: 'Developers adapt their games in several ways.',
  },
])
const HOTELS = 'multilingual_reviews_deception/data'
write(
  `${HOTELS}/real_reviews/real_English.csv`,
  'Language,Upside_Review,Downside_Review\nEnglish,"Staff, mostly. Great help",lift broken all week\n',
)
write(
  `${HOTELS}/generated_reviews/generated_English_reviews.csv`,
  'Hotel Name,Upside_Review,Downside_Review\nIckale,The hotel is a splendid choice for travellers.,nan\n',
)
for (const task of ['expand', 'generation', 'polish']) {
  write(`ImBD/data/${task}/Mistral-7B/xsum_x.raw_data.json`, {
    original: ['News that judges is left alone.'],
  })
}
write('ImBD/data/rewrite/Mistral-7B/squad_rewrite_Mistral-7B.raw_data.json', {
  original: ['The tower was built by hand in 1889.'],
  rewritten: ['Workers erected the tower manually in 1889.'],
})
write('glimpse/exp_main/data/writing_claude-3-opus.raw_data.json', {
  original: [`${given} He went on and wrote the rest himself.`],
  sampled: [`${given} The model then added this very sentence.`],
})
write('glimpse/exp_main/data/pubmed_gemini.raw_data.json', {
  original: ['Question: Does it help? Answer: It helped most of the patients we saw.'],
  sampled: ['Question: Does it help? Answer: Evidence suggests that it may be helpful.'],
})
write(
  'chatgpt-student-essay-study/data/essays-without-markers.csv',
  'id;Student;ChatGPT-3;ChatGPT-4\n1;"I think; that school should start later.";Schools ought to start later than now.;Later school starts would benefit all.\n',
)

describe('pairedTexts', () => {
  const texts = pairedTexts(folder)
  const of = (domain: string) => texts.filter((each) => each.domain === domain)

  it('reads people and models of every set', () => {
    expect(of('l2r Sports').map(({ model }) => model)).toEqual(expect.arrayContaining(['human', 'GPT-4o']))
    expect(of('imbd squad').map(({ model }) => model)).toEqual(
      expect.arrayContaining(['human', 'Mistral-7B']),
    )
    expect(new Set(of('essay').map(({ model }) => model))).toEqual(
      new Set(['human', 'gpt-3.5-turbo', 'gpt-4']),
    )
    expect(of('l2r Sports').find(({ model }) => model === 'human')?.text).not.toContain('<br')
  })

  it('reads whole folders of texts', () => {
    expect(new Set(of('ghosts essay').map(({ model }) => model))).toEqual(new Set(['human', 'claude']))
    expect(of('ghosts reuter').map(({ text }) => text)).toContain('Shares fell on Monday, the company said.')
  })

  it('reads translations of one text in order and in one direction', () => {
    const own = of('translations de')
    expect(new Set(own.map(({ model }) => model))).toEqual(
      new Set(['human', 'ChatGPT', 'text-davinci-003', 'GPT-4']),
    )
    for (const { text } of own) {
      const numbers = [...text.matchAll(/Sentence (\d)/g)].map(([, at]) => Number(at))
      expect(numbers).toEqual(numbers.map((_, at) => (numbers[0] as number) + at))
    }
  })

  it('reads forum answers without line breaks and both sides of a review', () => {
    expect(of('forum')).toEqual([
      { domain: 'forum', model: 'human', text: 'Because the compiler does most of that work.' },
      { domain: 'forum', model: 'text-davinci-003', text: 'Developers adapt their games in several ways.' },
    ])
    expect(of('hotels').map(({ text }) => text)).toEqual(
      expect.arrayContaining(['The hotel is a splendid choice for travellers.']),
    )
    expect(of('hotels').some(({ text }) => text.includes('lift broken all week'))).toBe(true)
  })

  it('has unique texts of limited length', () => {
    expect(new Set(texts.map(({ text }) => text)).size).toBe(texts.length)
    const lengths = texts.map(({ text }) => text.split(' ').length)
    expect(Math.min(...lengths)).toBeGreaterThanOrEqual(5)
    expect(Math.max(...lengths)).toBeLessThan(150)
  })

  it('excludes texts that are used for evaluation', () => {
    expect(texts.filter(({ text }) => text.includes('judges') || text.includes('Nothing of this'))).toEqual(
      [],
    )
  })

  it('excludes the prompt and the question', () => {
    expect(of('glimpse writing').map(({ text }) => text)).toEqual([
      'He went on and wrote the rest himself.',
      'The model then added this very sentence.',
    ])
    expect(of('glimpse pubmed').every(({ text }) => !text.includes('Question'))).toBe(true)
  })
})
