/** Which question each column of a result is about. */
export const codebooks = `
ALTER TABLE uploads ADD COLUMN questions text;
`
