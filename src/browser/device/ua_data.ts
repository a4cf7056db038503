/** User-agent client hints, in browsers that support them and on secure pages. */
import { nav } from '../natives.ts'

interface Brand {
  readonly brand: string
  readonly version: string
}

interface UaData {
  readonly brands: readonly Brand[]
  readonly mobile: boolean
  readonly platform: string
  getHighEntropyValues(hints: readonly string[]): Promise<{ fullVersionList?: readonly Brand[] }>
}

export const uaData = (): UaData | undefined => (nav as { userAgentData?: UaData }).userAgentData

export const named = (brands: readonly Brand[] | undefined): string[] | undefined =>
  brands?.map(({ brand, version }) => `${brand}/${version}`)
