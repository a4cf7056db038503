/**
 * Forward-auth configurations, each with the addresses and keys of a test: for nginx and Caddy, the lines of the how-to
 * page in a site of the test; for HAProxy, the file in `proxies`. All files there have the lines of the page.
 */
import { copyFile, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readHowTo } from '../../../test/setup/how_to_lines.ts'

const SHIPPED = join(import.meta.dirname, '../proxies')

export interface Place {
  readonly folder: string
  readonly port: number
  /** Addresses as host:port. */
  readonly service: string
  readonly application: string
  readonly siteKey: string
  readonly secretKey: string
}

/** Writes the configuration and returns the command to run it. */
export type StartProxy = (place: Place) => Promise<readonly [string, ...string[]]>

const withAddresses = (text: string, { service, application }: Place): string =>
  text.replaceAll('127.0.0.1:8787', service).replaceAll('127.0.0.1:3000', application)

async function shipped(name: string, place: Place): Promise<string> {
  const text = await readFile(join(SHIPPED, name), 'utf8')
  return withAddresses(text, place)
    .replaceAll('bh_pk_REPLACE', place.siteKey)
    .replaceAll('bh_sk_REPLACE', place.secretKey)
}

async function blockOfPage(start: RegExp, place: Place): Promise<string> {
  const { block } = await readHowTo('use-forward-auth', { url: 'https://byhand.example.org', ...place })
  return withAddresses(block(start), place)
}

/** The blocks of the page that a file in `proxies` has. */
const PAGE_BLOCKS = { 'nginx.conf': [/^upstream/, /^location/], Caddyfile: [/^route/] } as const

/** Lines without indentation: those of the blocks, and those of the file. */
export async function linesOf(name: keyof typeof PAGE_BLOCKS): Promise<[page: string[], file: string[]]> {
  const keys = { siteKey: 'bh_pk_REPLACE', secretKey: 'bh_sk_REPLACE' }
  const place = { folder: '', port: 0, service: '127.0.0.1:8787', application: '127.0.0.1:3000', ...keys }
  const trimmed = (text: string) =>
    text
      .split('\n')
      .map((line) => line.replace(/^\s*(#?)\s*/, '$1'))
      .filter((line) => line !== '')
  const blocks = await Promise.all(PAGE_BLOCKS[name].map((start) => blockOfPage(start, place)))
  return [blocks.flatMap(trimmed), trimmed(await shipped(name, place))]
}

const nginxWith =
  (change: (site: string) => string): StartProxy =>
  async (place) => {
    const { folder, port } = place
    const [upstreams, locations] = [
      await blockOfPage(/^upstream/, place),
      await blockOfPage(/^location/, place),
    ]
    const site = `${upstreams}\nserver {\nlisten 127.0.0.1:${port};\n${locations}\n}\n`
    await writeFile(join(folder, 'site.conf'), change(site))
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
      .map((name) => `${name}_temp_path ${folder}/${name};`)
      .join(' ')
    await writeFile(
      join(folder, 'main.conf'),
      `pid ${folder}/pid; error_log ${folder}/errors.log; events {}
       http { access_log off; ${temporary} include ${folder}/site.conf; }`,
    )
    return ['nginx', '-p', folder, '-c', join(folder, 'main.conf'), '-g', 'daemon off; master_process off;']
  }

export const nginx = nginxWith((site) => site)

/** With the lines that let requests pass while the service cannot be reached. */
export const openNginx = nginxWith((site) => site.replaceAll(/# (proxy_intercept_errors|error_page)/g, '$1'))

export const caddy: StartProxy = async (place) => {
  const { folder, port } = place
  const site = `http://127.0.0.1:${port} {\n${await blockOfPage(/^route/, place)}\n}\n`
  await writeFile(join(folder, 'Caddyfile'), `{\n\tadmin off\n\tauto_https off\n}\n${site}`)
  return ['caddy', 'run', '--config', join(folder, 'Caddyfile'), '--adapter', 'caddyfile']
}

/** Changes the Caddyfile. */
const caddyWith =
  (change: (site: string) => string): StartProxy =>
  async (place) => {
    const command = await caddy(place)
    const file = join(place.folder, 'Caddyfile')
    await writeFile(file, change(await readFile(file, 'utf8')))
    return command
  }

/** With the lines that let requests pass while the service cannot be reached. */
export const openCaddy = caddyWith((site) => site.replaceAll(/^(\t*)#(?! )/gm, '$1'))

/** Without the lines that end the wait for a service that does not answer. */
export const patientCaddy = caddyWith((site) => site.replace(/transport http \{[^}]*\}/, ''))

export const haproxy: StartProxy = async (place) => {
  const { folder, port } = place
  const lua = join(folder, 'byhand.lua')
  await copyFile(join(SHIPPED, 'byhand.lua'), lua)
  const site = (await shipped('haproxy.cfg', place))
    .replace('/etc/haproxy/byhand.lua', lua)
    .replace(/bind .*/, `bind 127.0.0.1:${port}`)
  await writeFile(join(folder, 'haproxy.cfg'), site)
  return ['haproxy', '-db', '-f', join(folder, 'haproxy.cfg')]
}

/** With the change that lets requests pass while the service cannot be reached. */
export const openHaproxy: StartProxy = async (place) => {
  const command = await haproxy(place)
  const file = join(place.folder, 'haproxy.cfg')
  const site = await readFile(file, 'utf8')
  const open = site
    .replace(/.*deny_status 503.*\n/, '')
    .replace('str allow review', 'str allow review unavailable')
  await writeFile(file, open)
  return command
}
