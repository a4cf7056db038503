/** Change it whenever the same request could get another result: stored results of other versions are not reused. */
export const ANALYSIS_VERSION = '8'
