import { describe, expect, it } from 'vitest'
import { demoPage } from './demo_page.ts'

const page = demoPage('<head><!--SCRIPT--></head><!--NOTICE-->', '/byhand.js')

describe('the demo page', () => {
  it('includes the script with the site key', () => {
    expect(page('bh_pk_live_abc123')).toContain('<script src="/byhand.js" data-site-key="bh_pk_live_abc123"')
  })

  it.each([
    '',
    'bh_sk_live_abc123',
    '"><script>alert(1)</script>',
    'bh_pk_"onload="x',
    `bh_pk_${'x'.repeat(90)}`,
  ])('shows a notice instead of the script for the key %j', (key) => {
    expect(page(key)).not.toContain('<script')
    expect(page(key)).toContain('no site key')
    if (key) expect(page(key)).not.toContain(key)
  })
})
