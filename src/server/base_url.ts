/** An address to which paths are added, without the slashes it may end with. */
export const baseUrl = (url: string): string => url.replace(/(?<!\/)\/+$/, '')
