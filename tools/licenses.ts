/** Beside a bundle: the licenses of the packages in it, which ask to be distributed with their code. */
export const LICENSES = { fileName: 'licenses.md' } as const
