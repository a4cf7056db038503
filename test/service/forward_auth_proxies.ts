/** The forward-auth configurations in `deploy/`, each with the addresses and keys of a test. */
import { copyFile, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const SHIPPED = join(import.meta.dirname, '../../deploy/forward-auth')

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

async function shipped(name: string, place: Place): Promise<string> {
  const text = await readFile(join(SHIPPED, name), 'utf8')
  return text
    .replaceAll('127.0.0.1:8787', place.service)
    .replaceAll('127.0.0.1:3000', place.application)
    .replaceAll('bh_pk_REPLACE', place.siteKey)
    .replaceAll('bh_sk_REPLACE', place.secretKey)
}

const nginxWith =
  (change: (site: string) => string): StartProxy =>
  async (place) => {
    const { folder, port } = place
    const site = (await shipped('nginx.conf', place))
      .replace('listen 443 ssl http2', `listen 127.0.0.1:${port}`)
      .replaceAll(/ssl_certificate.*/g, '')
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
  const site = (await shipped('Caddyfile', place)).replace('shop.example.org {', `http://127.0.0.1:${port} {`)
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
export const openCaddy = caddyWith((site) => site.replaceAll(/^(\t+)#(?! )/gm, '$1'))

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
