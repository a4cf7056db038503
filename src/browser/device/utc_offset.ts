/** Minutes west of UTC now: it must fit the zone. */

export const utcOffset = () => new Date().getTimezoneOffset()
