/** The locale of dates and numbers, from the formatter that is made the fastest. */
export const locale = () => new Intl.PluralRules().resolvedOptions().locale
