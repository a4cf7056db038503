/**
 * Countries as boxes of whole degrees, rounded outwards: `[south, west, north, east]`, several for countries in
 * several places. Coarse on purpose, because they only distinguish parts of the world.
 * Countries that are not listed are not checked.
 */
export type Box = readonly [number, number, number, number]

export const COUNTRY_BOXES: Readonly<Record<string, readonly Box[]>> = {
  AE: [[22, 51, 27, 57]],
  AR: [[-56, -74, -21, -53]],
  AT: [[46, 9, 50, 18]],
  AU: [[-44, 112, -9, 154]],
  BD: [[20, 88, 27, 93]],
  BE: [[49, 2, 52, 7]],
  BG: [[41, 22, 45, 29]],
  BO: [[-23, -70, -9, -57]],
  BR: [[-34, -74, 6, -32]],
  CA: [[41, -142, 84, -52]],
  CH: [[45, 5, 48, 11]],
  CL: [[-56, -76, -17, -66]],
  CN: [[18, 73, 54, 136]],
  CO: [[-5, -80, 14, -66]],
  CZ: [[48, 12, 52, 19]],
  DE: [[47, 5, 56, 16]],
  DK: [[54, 7, 58, 16]],
  DZ: [[18, -9, 38, 12]],
  EC: [[-6, -92, 2, -75]],
  EE: [[57, 21, 60, 29]],
  EG: [[21, 24, 32, 37]],
  ES: [
    [35, -10, 44, 5],
    [27, -19, 30, -13],
  ],
  ET: [[3, 32, 15, 48]],
  FI: [[59, 19, 71, 32]],
  FR: [[41, -6, 52, 10]],
  GB: [[49, -9, 61, 2]],
  GH: [[4, -4, 12, 2]],
  GR: [[34, 19, 42, 30]],
  HK: [[22, 113, 23, 115]],
  HR: [[42, 13, 47, 20]],
  HU: [[45, 16, 49, 23]],
  ID: [[-12, 94, 7, 142]],
  IE: [[51, -11, 56, -5]],
  IL: [[29, 34, 34, 36]],
  IN: [[6, 68, 36, 98]],
  IQ: [[29, 38, 38, 49]],
  IR: [[25, 44, 40, 64]],
  IS: [[63, -25, 67, -13]],
  IT: [[35, 6, 48, 19]],
  JP: [[24, 122, 46, 154]],
  KE: [[-5, 33, 6, 42]],
  KR: [[33, 124, 39, 132]],
  KZ: [[40, 46, 56, 88]],
  LK: [[5, 79, 10, 82]],
  LT: [[53, 20, 57, 27]],
  LV: [[55, 20, 59, 29]],
  MA: [[27, -14, 36, 0]],
  MX: [[14, -119, 33, -86]],
  MY: [[0, 99, 8, 120]],
  NG: [[4, 2, 14, 15]],
  NL: [[50, 3, 54, 8]],
  NO: [[57, 4, 72, 32]],
  NP: [[26, 80, 31, 89]],
  NZ: [[-48, 166, -34, 179]],
  PE: [[-19, -82, 0, -68]],
  PH: [[4, 116, 22, 127]],
  PK: [[23, 60, 38, 78]],
  PL: [[49, 14, 55, 25]],
  PT: [
    [36, -10, 43, -6],
    [32, -32, 40, -16],
  ],
  RO: [[43, 20, 49, 30]],
  RS: [[42, 18, 47, 24]],
  RU: [
    [41, 19, 82, 180],
    [62, -180, 72, -169],
  ],
  SA: [[16, 34, 33, 56]],
  SE: [[55, 10, 70, 25]],
  SG: [[1, 103, 2, 105]],
  SI: [[45, 13, 47, 17]],
  SK: [[47, 16, 50, 23]],
  TH: [[5, 97, 21, 106]],
  TN: [[30, 7, 38, 12]],
  TR: [[35, 25, 43, 45]],
  TW: [[21, 118, 27, 123]],
  TZ: [[-12, 29, 0, 41]],
  UA: [[44, 22, 53, 41]],
  UG: [[-2, 29, 5, 36]],
  US: [
    [24, -125, 50, -66],
    [51, -180, 72, -129],
    [18, -161, 23, -154],
  ],
  UZ: [[37, 55, 46, 74]],
  VE: [[0, -74, 13, -59]],
  VN: [[8, 102, 24, 110]],
  ZA: [[-35, 16, -22, 33]],
}

/** Undefined for a country that is not listed. `marginDegrees`: how far outside still counts as inside. */
export function isInCountry(
  country: string,
  latitude: number,
  longitude: number,
  marginDegrees: number,
): boolean | undefined {
  if (!Object.hasOwn(COUNTRY_BOXES, country)) return undefined
  const boxes = COUNTRY_BOXES[country] as readonly Box[]
  return boxes.some(
    ([south, west, north, east]) =>
      latitude >= south - marginDegrees &&
      latitude <= north + marginDegrees &&
      longitude >= west - marginDegrees &&
      longitude <= east + marginDegrees,
  )
}
