/** The time zone. */

export const zone = () => Intl.DateTimeFormat().resolvedOptions().timeZone
