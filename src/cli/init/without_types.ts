/** The types in the blocks of the how-to pages: annotations of parameters and variables, assertions and their imports. */
const TYPES = [
  /^ *import type .*\n/gm,
  / lang="ts"/g,
  /(?<=[\w}]): (?:Event|SubmitEvent|FormData|Actions|PageProps|Route\.\w+)\b/g,
  / as HTMLFormElement\b/g,
]

/** For projects in JavaScript. */
export const withoutTypes = (code: string): string =>
  TYPES.reduce((text, type) => text.replaceAll(type, ''), code)
