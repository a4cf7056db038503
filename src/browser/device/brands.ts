/** The brands that the browser claims to be. */
import { named, uaData } from './ua_data.ts'

export const brands = () => named(uaData()?.brands)
