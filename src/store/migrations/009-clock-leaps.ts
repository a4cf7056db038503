/** How far the clock leapt ahead, so that the service returns when it is set right. */
export const clockLeaps = `
ALTER TABLE clock ADD COLUMN leaps text NOT NULL DEFAULT '[]';
`
