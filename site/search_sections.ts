/** The texts that the search of the site finds: one for each heading of a page. */
import type { Section } from './markdown.ts'

export interface SearchSection {
  /** The URL of the section. */
  readonly link: string
  readonly page: string
  /** Empty for the text above the first heading. */
  readonly heading: string
  readonly text: string
}

export const searchSections = (
  address: string,
  title: string,
  sections: readonly Section[],
): SearchSection[] =>
  sections
    .filter(({ id, text }) => id !== '' || text !== '')
    .map(({ id, heading, text }) => ({
      link: id === '' ? address : `${address}#${id}`,
      page: title,
      heading,
      text: text.replace(/\s+/g, ' ').trim(),
    }))
