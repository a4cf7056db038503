import { describe, expect, it } from 'vitest'
import { isInCountry } from './country_boxes.ts'

const CAPITALS: readonly [string, number, number][] = [
  ['AR', -34.6, -58.4],
  ['AU', -35.3, 149.1],
  ['AT', 48.2, 16.4],
  ['BD', 23.8, 90.4],
  ['BR', -15.8, -47.9],
  ['CA', 45.4, -75.7],
  ['CL', -33.4, -70.7],
  ['CN', 39.9, 116.4],
  ['CO', 4.7, -74.1],
  ['DE', 52.5, 13.4],
  ['EG', 30.0, 31.2],
  ['ES', 40.4, -3.7],
  ['FI', 60.2, 24.9],
  ['FR', 48.9, 2.4],
  ['GB', 51.5, -0.1],
  ['GR', 38.0, 23.7],
  ['ID', -6.2, 106.8],
  ['IE', 53.3, -6.3],
  ['IN', 28.6, 77.2],
  ['IS', 64.1, -21.9],
  ['IT', 41.9, 12.5],
  ['JP', 35.7, 139.7],
  ['KE', -1.3, 36.8],
  ['KR', 37.6, 127.0],
  ['MX', 19.4, -99.1],
  ['NG', 9.1, 7.4],
  ['NL', 52.4, 4.9],
  ['NO', 59.9, 10.8],
  ['NZ', -41.3, 174.8],
  ['PE', -12.0, -77.0],
  ['PH', 14.6, 121.0],
  ['PK', 33.7, 73.0],
  ['PL', 52.2, 21.0],
  ['PT', 38.7, -9.1],
  ['RO', 44.4, 26.1],
  ['RU', 55.8, 37.6],
  ['SA', 24.7, 46.7],
  ['SE', 59.3, 18.1],
  ['SG', 1.3, 103.8],
  ['TH', 13.8, 100.5],
  ['TR', 39.9, 32.9],
  ['UA', 50.5, 30.5],
  ['US', 38.9, -77.0],
  ['VN', 21.0, 105.9],
  ['ZA', -25.7, 28.2],
]

describe('country boxes', () => {
  it.each(CAPITALS)('%s holds its capital', (country, latitude, longitude) => {
    expect(isInCountry(country, latitude, longitude, 0)).toBe(true)
  })

  it('contain Hawaii, Alaska, the Canaries and the Azores', () => {
    expect(isInCountry('US', 21.3, -157.9, 0)).toBe(true)
    expect(isInCountry('US', 61.2, -149.9, 0)).toBe(true)
    expect(isInCountry('ES', 28.1, -15.4, 0)).toBe(true)
    expect(isInCountry('PT', 37.7, -25.7, 0)).toBe(true)
  })

  it('distinguish parts of the world, and are undefined for unknown countries', () => {
    expect(isInCountry('DE', 40.7, -74.0, 3)).toBe(false)
    expect(isInCountry('ZZ', 0, 0, 3)).toBeUndefined()
    expect(isInCountry('toString', 0, 0, 3)).toBeUndefined()
  })
})
