/** Properties by which the overview counts sessions. Apart from the schemas, which pages need not load. */
export const BREAKDOWNS = ['page', 'country', 'browser', 'system', 'referrer', 'input', 'check'] as const
export type BreakdownName = (typeof BREAKDOWNS)[number]
