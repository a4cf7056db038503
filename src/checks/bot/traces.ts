import { type Trace, WEIGHT_NAMES, type WeightName } from './trace.ts'
import * as listed from './traces/index.ts'

const BY_WEIGHT: { readonly [Name in WeightName]: Trace<Name> } = listed

/** In the order of `weights.json`, which is that of findings with the same weight. */
export const TRACES: readonly Trace[] = WEIGHT_NAMES.map((name) => BY_WEIGHT[name])
