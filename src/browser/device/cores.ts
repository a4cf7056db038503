/** Processor cores. Virtual machines have few. */
import { nav } from '../natives.ts'

export const cores = () => nav.hardwareConcurrency
