/**
 * location_spoofing: "Browser-reported geolocation conflicts with IP-based location or appears simulated".
 *
 * Why it works: an emulated position claims no error, or comes from a function that is not the browser's own. An
 * invented position is in another part of the world than the IP address.
 *
 * Must not flag: people who granted no geolocation (Unknown), people near a border, people behind a VPN, a relay or
 * Tor (their address does not say where they are), travelers: a phone abroad may connect through its home country, so
 * a conflict has little strength. A time zone is never evidence.
 */
import { isInCountry } from '../../features/session/country_boxes.ts'
import type { SessionFeatures } from '../../features/session/session.ts'
import { detected, notDetected, type SessionCheck, unknown } from '../check.ts'

/** Positions have an error of meters; only an emulation claims none. */
const NO_ERROR_M = 0
const NO_ERROR_STRENGTH = 0.8
const REPLACED_STRENGTH = 1
/** A roaming traveler conflicts as well. */
const CONFLICT_STRENGTH = 0.5
/** Country boxes are whole degrees, and addresses are located by country. Three degrees are some 300 km. */
const MARGIN_DEGREES = 3

export const locationSpoofing: SessionCheck<Pick<SessionFeatures, 'device' | 'network'>> = {
  name: 'location_spoofing',
  reason: {
    observed:
      'The location reported by the browser was simulated or did not match the location of the IP address',
    subject: 'the location of the visit',
  },

  thresholds: { margin_degrees: MARGIN_DEGREES, accuracy_m: NO_ERROR_M },

  measure: ({ device: { geolocation }, network }) => ({
    positions: geolocation === null ? 0 : 1,
    accuracy_m: geolocation?.[2],
    countries: network.facts.filter(({ country }) => country !== null).length,
  }),

  run({ device: { geolocation, geolocationNative }, network }) {
    const [latitude, longitude, accuracyM] = geolocation ?? []
    if (latitude === undefined || longitude === undefined) return unknown('The location was not shared.')
    if (geolocationNative === false) {
      return detected(REPLACED_STRENGTH, "The browser's geolocation function was replaced.")
    }
    if (accuracyM !== undefined && accuracyM <= NO_ERROR_M) {
      return detected(NO_ERROR_STRENGTH, 'The reported location claims perfect accuracy.')
    }
    const located = network.facts.filter(({ vpn, hosting, tor, relay }) => !(vpn || hosting || tor || relay))
    const inside = located.flatMap(({ country }) =>
      country === null ? [] : (isInCountry(country, latitude, longitude, MARGIN_DEGREES) ?? []),
    )
    if (inside.length === 0) return unknown('The country of the IP address is not known.')
    const outside = inside.filter((isInside) => !isInside).length
    return outside > 0
      ? detected(CONFLICT_STRENGTH, `${farAway(outside, inside.length)} far from the reported location.`)
      : notDetected(`The reported location matches ${countriesOf(inside.length)}.`)
  },
}

function farAway(outside: number, all: number): string {
  if (all === 1) return 'The IP address is in a country'
  return `${outside} of ${all} IP addresses ${outside === 1 ? 'is in a country' : 'are in countries'}`
}

const countriesOf = (addresses: number): string =>
  addresses === 1 ? 'the country of the IP address' : `the countries of all ${addresses} IP addresses`
