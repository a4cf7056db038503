/** Changes whenever the same request could be judged differently: a stored answer of another version is made again. */
export const ANALYSIS_VERSION = '2'
