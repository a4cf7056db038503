import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { tablesAsMarkdown } from '../../../tools/tables.ts'
import { surveyFigures } from './survey_figures.ts'
import { surveyTables } from './survey_page.ts'

const folder = mkdtempSync(join(tmpdir(), 'byhand-evaluate-'))
afterAll(() => rmSync(folder, { recursive: true }))

function write(set: string, rows: readonly object[]): void {
  mkdirSync(join(folder, 'text', set), { recursive: true })
  writeFileSync(join(folder, 'text', set, 'rows.ndjson'), rows.map((row) => JSON.stringify(row)).join('\n'))
}

const question = 'What do you like about where you live?'
write('survey_human', [
  { question, text: 'The park is close and the bus stops at my door', source: 'ours', lang: 'en' },
  { question, text: 'quiet, my sister lives next door', source: 'ours', lang: 'en' },
  { question, text: 'fuck this survey and the people who made it', source: 'ours', lang: 'en' },
])
write('gibberish', [
  { text: 'asdfjkl asdf lkjsd fkjas', label: 'gibberish', kind: 'mash', source: 'ours' },
  { text: 'The park is close and the bus stops at my door', label: 'clean', kind: 'human', source: 'ours' },
])

describe('surveyFigures', () => {
  const figures = surveyFigures(folder, true)

  it('counts false positives and detections', () => {
    expect(figures?.people.all.profane).toMatchObject({ count: 1, of: 3 })
    expect(figures?.people.all.gpt).toMatchObject({ count: 0, of: 3 })
    expect(figures?.gibberish.mash).toMatchObject({ count: 1, of: 1 })
    expect(figures?.gibberish.people).toMatchObject({ count: 0, of: 1 })
  })

  it('reports missing sets in the tables', () => {
    expect(figures?.effort.answers).toBe(0)
    const page = figures === null ? '' : tablesAsMarkdown(surveyTables(figures))
    expect(page).toContain('### Answers of real people flagged, by check')
    expect(page).toContain('no result')
    expect(page).not.toMatch(/NaN|undefined/)
  })

  it('is null for a folder without answers', () => {
    expect(surveyFigures(join(folder, 'nowhere'), true)).toBeNull()
  })
})
