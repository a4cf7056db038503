export const labelNotes = `
ALTER TABLE labels ADD COLUMN note text;
`
