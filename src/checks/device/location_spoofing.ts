/**
 * location_spoofing: "Browser-reported geolocation conflicts with IP-based location or appears simulated" (spec 2.4).
 *
 * Why it works: an emulated position has no error, or comes from a function that is not the browser's own; a made-up
 * one lies in another part of the world than the address.
 *
 * Whom it must not accuse: everybody who granted no geolocation (Unknown), people near a border, people behind a VPN,
 * a relay or Tor (their address does not say where they are), travellers: a phone abroad may surf through its home
 * country, so a conflict has little strength. A time zone is never held against anybody.
 */
import { isInCountry } from '../../features/session/country_boxes.ts'
import type { SessionFeatures } from '../../features/session/session.ts'
import { detected, notDetected, type SessionCheck, unknown } from '../check.ts'

/** Positions have an error of metres; only an emulation claims none. */
const NO_ERROR_M = 0
const NO_ERROR_STRENGTH = 0.8
const REPLACED_STRENGTH = 1
/** A roaming traveller conflicts as well. */
const CONFLICT_STRENGTH = 0.5
/** Boxes are whole degrees, and addresses are placed by country: three degrees are some 300 km. */
const MARGIN_DEGREES = 3

export const locationSpoofing: SessionCheck<Pick<SessionFeatures, 'device' | 'network'>> = {
  name: 'location_spoofing',
  meaning: 'Browser-reported geolocation conflicts with IP-based location or appears simulated',

  thresholds: { margin_degrees: MARGIN_DEGREES, accuracy_m: NO_ERROR_M },

  measure: ({ device: { geolocation }, network }) => ({
    positions: geolocation === null ? 0 : 1,
    accuracy_m: geolocation?.[2],
    countries: network.facts.filter(({ country }) => country !== null).length,
  }),

  run({ device: { geolocation, geolocationNative }, network }) {
    const [latitude, longitude, accuracyM] = geolocation ?? []
    if (latitude === undefined || longitude === undefined) return unknown('no geolocation was granted')
    if (geolocationNative === false) {
      return detected(REPLACED_STRENGTH, "the function that tells the location is not the browser's own")
    }
    if (accuracyM !== undefined && accuracyM <= NO_ERROR_M) {
      return detected(NO_ERROR_STRENGTH, 'the position claims to have no error')
    }
    const located = network.facts.filter(({ vpn, hosting, tor, relay }) => !(vpn || hosting || tor || relay))
    const inside = located.flatMap(({ country }) =>
      country === null ? [] : (isInCountry(country, latitude, longitude, MARGIN_DEGREES) ?? []),
    )
    if (inside.length === 0)
      return unknown('the address does not tell a country to compare the location with')
    const outside = inside.filter((isInside) => !isInside).length
    const evidence = `${outside} of ${inside.length} addresses belong to another part of the world than the location`
    return outside > 0 ? detected(CONFLICT_STRENGTH, evidence) : notDetected(evidence)
  },
}
