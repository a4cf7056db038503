import { describe, expect, it } from 'vitest'
import { masked } from './privacy.ts'

/** Segments of ordinary paths: articles, products, files, versions. */
const ORDINARY = `
  top-10-tips-2024 best-laptops-2024 black-friday-2024 spring-2025 q3-2024 2005-12-31 1984 archive-2005 report-2009
  getting-started v2 v1.2.3 node-20 python3 ubuntu-22.04 sha256 base64 oauth2 html5 web3 utf8
  iphone-15-pro windows-11 windows11 galaxy-s24 galaxy-note10 office-365 ps5 air-max-90 air-max-97 levis-501 bmw-320d
  boeing-747 golf-7 peugeot-308 covid-19 covid19 catch-22 area-51 blade-runner-2049 apollo-11 apollo11 route-66
  formula1 top-50 fortune-500 order-1999 room-101 error-404 studio-54 fallout-76 release-2008 terms-2009
  blue-shirt-123 blue-shirt-84 product-57 chapter-3 page-12 section12 step-2 step2 contact-form-7 survey-42 size-42
  index.html index.php main.js app.css jquery-3.7.1.min.js song.mp3 clip.mp4 archive.7z image.png photo_12 IMG_1234
  data_2009 new_page_1 list_of_42 en-us fr-fr ww2 alien-1979`

/** Shaped like a name: `blade-runner-1982` cannot be told from `jane-doe-1984`. */
const SHAPED_LIKE_NAMES = `
  blade-runner-1982 world-cup-1998 summer-olympics-1984 windows-server-2008 euro2004 windows98 fallout76 chapter84 studio54`

/** Names of users with a number. */
const PERSONAL = `
  jane-doe-1984 jane.doe.1984 jane_doe_1984 jane-doe1984 JaneDoe1984 janedoe1984 jdoe1984 jane1984 j.doe1984
  maria-silva-2001 doe-jane-1999 jane.doe84 jane_doe84 jane_doe7 jane.doe123 jane-doe84 janedoe84 JaneDoe84 janedoe77`

/** Shaped like `blue-shirt-84`, `step2` or `section12`. */
const UNRECOGNIZED = `
  jane-doe-84 jane-doe-7 jane-doe-123 jane-1984 jane84 jdoe84 janedoe123 janedoe21 jane-m-doe-1984`

const wordsOf = (list: string): string[] => list.trim().split(/\s+/)
const maskedWords = (list: string): string[] => wordsOf(list).filter((word) => masked(`/${word}`) === '/*')

describe('masked', () => {
  it('keeps segments of ordinary paths', () => {
    expect(wordsOf(ORDINARY)).toHaveLength(82)
    expect(maskedWords(ORDINARY)).toEqual([])
  })

  it('replaces names with a number, wherever they are in the path', () => {
    expect(maskedWords(PERSONAL)).toEqual(wordsOf(PERSONAL))
    for (const name of wordsOf(PERSONAL)) {
      expect(masked(`/shop/${name}/orders#/${name}`)).toBe('/shop/*/orders#/*')
    }
  })

  it('cannot tell some titles from names, and some names from titles', () => {
    expect(maskedWords(SHAPED_LIKE_NAMES)).toEqual(wordsOf(SHAPED_LIKE_NAMES))
    expect(maskedWords(UNRECOGNIZED)).toEqual([])
  })

  it('replaces the segment after the word for a user, and addresses and tokens', () => {
    expect(masked('/users/jane-doe/orders')).toBe('/users/*/orders')
    expect(masked('/reset/k9Zx7Qp2/jane@example.com/42')).toBe('/reset/*/*/42')
  })
})
