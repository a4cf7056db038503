import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { type SurveyLink, sealLink, unsealLink } from './link_token.ts'
import { checkSurveyUrl, fillSurveyUrl } from './survey_url.ts'

const LINK: SurveyLink = { kind: 'end', title: 'Study', completionCode: 'C1234' }

it('a link opens with its own key only, and not after a change', () => {
  const secret = randomBytes(32)
  const token = sealLink(secret, LINK)
  expect(unsealLink(secret, token)).toEqual(LINK)
  expect(Buffer.from(token, 'base64url').toString('latin1')).not.toContain('C1234')
  const changed = Buffer.from(token, 'base64url')
  changed[20] = (changed[20] ?? 0) ^ 1
  for (const wrong of ['', 'x', `${token}AAAA`, changed.toString('base64url')])
    expect(unsealLink(secret, wrong)).toBeNull()
  expect(unsealLink(randomBytes(32), token)).toBeNull()
  expect(unsealLink(secret, sealLink(secret, { kind: 'end', title: 'Study' } as never))).toBeNull()
})

it('values cannot change where a link leads', () => {
  const template = checkSurveyUrl(
    'https://survey.example.org/s/{participant}?s={session}&c={condition}#p={participant}',
  )
  const filled = new URL(
    fillSurveyUrl(template, { participant: '../..//evil.org?a&b#"', condition: 'a b' }, 'x y'),
  )
  expect(filled.origin).toBe('https://survey.example.org')
  expect(filled.searchParams.get('s')).toBe('x y')
  for (const wrong of [
    'javascript:alert(1)',
    '/relative',
    'https://{participant}/x',
    'https://{session}.example.org/',
    'https://user{participant}@example.org/',
    `https://example.org/${'x'.repeat(1500)}`,
  ])
    expect(() => checkSurveyUrl(wrong), wrong).toThrow()
})
