/** A wildcard is an address to listen on, not one to call. */
export const reachable = (address: string): string =>
  address.replace('//0.0.0.0:', '//127.0.0.1:').replace('//[::]:', '//[::1]:')

/** An address to which paths are added, without the slashes it may end with. */
export const baseUrl = (url: string): string => url.replace(/(?<!\/)\/+$/, '')
