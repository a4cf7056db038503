import { describe, expect, it } from 'vitest'
import type { DeviceReading } from '../../contract/batch/batch.ts'
import { deviceKeyOf } from './device_key.ts'

const SIGNALS: DeviceReading['signals'] = {
  user_agent: 'Firefox',
  languages: ['de', 'en'],
  screen: [1920, 1080],
  cores: 8,
}
const reading = (signals: DeviceReading['signals']): DeviceReading => ({ at: 'load', signals })

describe('the key of a device', () => {
  it('is the same on every visit, whatever the window and the page', () => {
    const first = deviceKeyOf([reading({ ...SIGNALS, inner: [800, 600], page_focused: true })])
    const second = deviceKeyOf([reading({ ...SIGNALS, inner: [1200, 900] }), reading({ screen: [800, 600] })])
    expect(second).toBe(first)
  })

  it.each([
    ['another browser', { user_agent: 'Chrome' }],
    ['another screen', { screen: [2560, 1440] }],
    ['other languages', { languages: ['fr'] }],
    ['no processor', { cores: { absent: 'blocked' } }],
  ] as [string, DeviceReading['signals']][])('differs with %s', (_, changes) => {
    expect(deviceKeyOf([reading({ ...SIGNALS, ...changes })])).not.toBe(deviceKeyOf([reading(SIGNALS)]))
  })

  it('does not exist without a reading that names the browser', () => {
    expect(deviceKeyOf([])).toBeNull()
    expect(deviceKeyOf([reading({ cores: 8 })])).toBeNull()
  })
})
