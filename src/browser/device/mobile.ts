/** Whether the browser says that it runs on a telephone. */
import { uaData } from './ua_data.ts'

export const mobile = () => uaData()?.mobile
