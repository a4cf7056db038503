import type { ReadDevice } from '../recorder.ts'
export const readDevice: ReadDevice = () => {}
