import { describe, expect, it } from 'vitest'
import type { PanelPage, PanelReport } from './panel_contract.ts'
import { panelHtml, panelTable } from './panel_page.ts'
import { providerOf } from './panel_provider.ts'

const PAGE: PanelPage = {
  provider: 'Other',
  participants: 1,
  removed: [
    {
      participant_id: '<b>=1+1</b>',
      checks: ['Response pasted', 'Low-effort'],
      removed_by_reviewer: false,
      confirmed: true,
    },
    { participant_id: '=2+5', checks: [], removed_by_reviewer: true, confirmed: true },
  ],
  checks: [
    {
      check: 'Response pasted',
      meaning: 'The whole text of an answer was inserted all at once.',
      error_rate: { false_positives: 0, of: 2915, unit: 'typists of the worst set', low: 0, high: 0.001316 },
    },
    { check: 'Low-effort', meaning: 'An answer contains little information.', error_rate: null },
  ],
}
const REPORT: PanelReport = { survey_id: 'a & b', program_version: '1.2.3', pages: [PAGE] }

it.each([
  ['5f8c2a1b3d4e5f8c2a1b3d4e', 'Prolific'],
  ['0F1E2D3C4B5A69788796A5B4C3D2E1F0', 'CloudResearch'],
  ['A2P2MT8IK72CVZ', 'MTurk'],
  ['ANNA', 'Other'],
  ['5F8C2A1B3D4E5F8C2A1B3D4E', 'Other'],
  ['17', 'Other'],
])('recognizes the provider of %s', (id, provider) => expect(providerOf(id)).toBe(provider))

describe('the page of a provider', () => {
  it('names checks and measured errors, and accuses no one', () => {
    const html = panelHtml(REPORT, PAGE)
    for (const part of [
      'Removed responses: a &amp; b</h1>',
      'analyzed 1 response with Byhand 1.2.3 and removed 2.',
      '<td>&lt;b&gt;=1+1&lt;/b&gt;</td><td>Response pasted; Low-effort</td>',
      '<td>=2+5</td><td>Decision of the researcher after review</td>',
      '0 of 2,915 typists of the worst set (95% confidence interval: 0.00% to 0.13%)',
      'not measured',
    ])
      expect(html).toContain(part)
    expect(html).not.toMatch(/fraud|cheat|\bbots?\b|fake|suspicious|dishonest/i)
  })

  it('says that a response is only marked until a person confirms its removal', () => {
    const removed = PAGE.removed.map((one) => ({ ...one, confirmed: one.removed_by_reviewer }))
    const html = panelHtml(REPORT, { ...PAGE, removed })
    expect(html).toContain('Responses marked for removal: a &amp; b</h1>')
    expect(html).toContain('and marked 2 for removal.')
  })

  it('says so if nobody was removed', () => {
    const html = panelHtml(REPORT, { ...PAGE, removed: [], checks: [] })
    expect(html).toContain('and removed none.')
    expect(html).not.toContain('<table>')
  })

  it('is a table that spreadsheets do not run', () => {
    expect(panelTable(PAGE).split('\r\n')).toEqual([
      'participant_id,checks,decision',
      '<b>=1+1</b>,Response pasted; Low-effort,computed',
      "'=2+5,,reviewer",
      '',
    ])
  })
})
