/** The locale of dates and numbers. */

export const locale = () => Intl.DateTimeFormat().resolvedOptions().locale
