/** `0.67` as `67%`. */
export const formatShare = (share: number): string => `${Math.round(100 * share)}%`
