/**
 * Two positions of the device, rounded to a kilometer, and only if the site already has the permission. Never prompts.
 * A simulated location often has no second position: then the time between them is -1.
 */
import { nav, round } from '../natives.ts'

/** Two decimals of a degree are about a kilometer. */
const coarse = (degrees: number): number => round(degrees * 100) / 100

const fix = (): Promise<GeolocationPosition> =>
  new Promise((resolve, reject) => nav.geolocation.getCurrentPosition(resolve, reject, { timeout: 900 }))

export async function geolocation() {
  const { state } = (await nav.permissions?.query({ name: 'geolocation' })) ?? {}
  if (state !== 'granted') return { absent: 'not_granted' }
  const { coords, timestamp } = await fix()
  let apartMs = -1
  try {
    apartMs = (await fix()).timestamp - timestamp
  } catch {}
  return [coarse(coords.latitude), coarse(coords.longitude), round(coords.accuracy), apartMs]
}
