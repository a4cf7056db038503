/** The time by which the clock is judged, so that many small jumps do not add up. */
export const clockReference = `
ALTER TABLE clock ADD COLUMN reference bigint NOT NULL DEFAULT 0;
UPDATE clock SET reference = newest;
`
