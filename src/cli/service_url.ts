/** The option `--url` of commands: the URL of a running service. */
import { InvalidArgumentError } from 'commander'
import { baseUrl } from '../server/addresses/base_url.ts'

export function serviceUrl(given: string): string {
  const url = URL.parse(given)
  if (url === null || !['https:', 'http:'].includes(url.protocol) || url.search !== '' || url.hash !== '')
    throw new InvalidArgumentError('Specify a URL such as https://byhand.example.org.')
  return baseUrl(url.href)
}
