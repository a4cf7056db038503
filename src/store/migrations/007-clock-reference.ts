/** The time by which the clock is judged, so that many small jumps do not add up. */
export const clockReference = `
-- 0 in rows of before: the newest time.
ALTER TABLE clock ADD COLUMN reference bigint NOT NULL DEFAULT 0;
`
