/** The same brands with full versions: they come by another way, which disguises forget. Asks nobody. */
import { named, uaData } from './ua_data.ts'

export const fullBrands = async () =>
  named((await uaData()?.getHighEntropyValues(['fullVersionList']))?.fullVersionList)
