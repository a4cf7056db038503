/** The operating system, by the client hints. */
import { uaData } from './ua_data.ts'

export const os = () => uaData()?.platform
