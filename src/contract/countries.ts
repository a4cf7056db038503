/** Names of countries by their codes of two letters. */
const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })

export const countryName = (code: string): string =>
  (/^[A-Z]{2}$/.test(code) ? names.of(code) : undefined) ?? code

/** Codes that stand for no country. */
const OTHERS = /^(?:EU|EZ|QO|UN|XA|XB|ZZ)$/
const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']

/** Codes and names, in the order of the names. Former codes, such as `UK`, are left out. */
export const countries = (): (readonly [code: string, name: string])[] =>
  LETTERS.flatMap((first) => LETTERS.map((second) => first + second))
    .filter((code) => !OTHERS.test(code) && Intl.getCanonicalLocales(`und-${code}`)[0] === `und-${code}`)
    .flatMap((code) => {
      const name = names.of(code)
      return name === undefined ? [] : [[code, name] as const]
    })
    .sort(([, a], [, b]) => a.localeCompare(b))
