/**
 * Builds the base images from Debian and npm packages, so that these tests need no image registry. Two have the names
 * of official images and the parts that our files rely on: paths, users, variables and the entry point.
 */
import { chmodSync, globSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { deployFolder, imageExists, NODE_IMAGE, POSTGRES_IMAGE, podman, SYSTEMD_IMAGE } from './podman.ts'
import { mustRun } from './programs.ts'

const PATHS = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'

export async function buildBaseImages(): Promise<void> {
  if (!(await imageExists(NODE_IMAGE))) await buildNodeImage()
  if (!(await imageExists(POSTGRES_IMAGE))) await buildPostgresImage()
  if (!(await imageExists(SYSTEMD_IMAGE))) {
    const root = await bootstrap('bookworm', ['systemd', 'systemd-sysv', 'dbus'])
    await importImage(root, SYSTEMD_IMAGE, ['CMD ["/sbin/init"]'])
  }
}

async function buildNodeImage(): Promise<void> {
  const root = await bootstrap('bookworm', [])
  const local = join(root, 'usr/local')
  await cp(process.execPath, join(local, 'bin/node'))
  const packed = join(deployFolder(), 'npm')
  const modules = join(local, 'lib/node_modules/npm')
  mkdirSync(packed, { recursive: true })
  mkdirSync(modules, { recursive: true })
  await mustRun('npm', ['pack', '--pack-destination', packed, 'npm@11'], { cwd: packed })
  const tarball = globSync(join(packed, 'npm-*.tgz'))[0] as string
  await mustRun('tar', ['-xzf', tarball, '-C', modules, '--strip-components=1', '--no-same-owner'])
  for (const name of ['npm', 'npx']) {
    chmodSync(join(modules, `bin/${name}-cli.js`), 0o755)
    symlinkSync(`../lib/node_modules/npm/bin/${name}-cli.js`, join(local, 'bin', name))
  }
  await mustRun('chroot', [root, 'groupadd', '--gid', '1000', 'node'])
  await mustRun('chroot', [root, 'useradd', '--uid', '1000', '--gid', 'node', '--create-home', 'node'])
  await importImage(root, NODE_IMAGE, [`ENV PATH=${PATHS}`, 'CMD ["node"]'])
}

/** The steps of the official entry point that an empty volume needs. */
const POSTGRES_ENTRYPOINT = `#!/bin/sh
set -eu
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  printf %s "$POSTGRES_PASSWORD" > /tmp/password
  initdb --username="$POSTGRES_USER" --pwfile=/tmp/password --auth-host=scram-sha-256 --auth-local=trust
  rm /tmp/password
  echo 'host all all all scram-sha-256' >> "$PGDATA/pg_hba.conf"
  pg_ctl start --wait --options="-c listen_addresses=''"
  createdb --username="$POSTGRES_USER" --maintenance-db=postgres "$POSTGRES_DB"
  pg_ctl stop --wait
fi
exec postgres -c 'listen_addresses=*'
`

async function buildPostgresImage(): Promise<void> {
  const root = await bootstrap('trixie', ['postgresql'])
  writeFileSync(join(root, 'usr/local/bin/docker-entrypoint.sh'), POSTGRES_ENTRYPOINT, { mode: 0o755 })
  rmSync(join(root, 'var/lib/postgresql'), { recursive: true })
  await mustRun('chroot', [root, 'groupmod', '--gid', '999', 'postgres'])
  await mustRun('chroot', [root, 'usermod', '--uid', '999', '--gid', '999', 'postgres'])
  const data = '/var/lib/postgresql/data'
  for (const folder of [data, '/run/postgresql']) {
    await mustRun('chroot', [
      root,
      ...['install', '-d', '-o', 'postgres', '-g', 'postgres', '-m', '1777', folder],
    ])
  }
  await importImage(root, POSTGRES_IMAGE, [
    `ENV PATH=/usr/lib/postgresql/17/bin:${PATHS}`,
    'ENV LANG=C.UTF-8',
    `ENV PGDATA=${data}`,
    `VOLUME ${data}`,
    'STOPSIGNAL SIGINT',
    'ENTRYPOINT ["docker-entrypoint.sh"]',
  ])
}

/** Creates a minimal Debian in a folder, from the mirror of this machine's apt. */
async function bootstrap(suite: string, packages: readonly string[]): Promise<string> {
  const root = join(deployFolder(), `${suite}-root`)
  rmSync(root, { recursive: true, force: true })
  const include = packages.length > 0 ? [`--include=${packages.join(',')}`] : []
  const mirror = await findMirror()
  await mustRun('debootstrap', [
    ...['--variant=minbase', ...include, suite, root],
    ...(mirror === undefined ? [] : [mirror]),
  ])
  for (const path of globSync('var/cache/apt/archives/*.deb', { cwd: root })) rmSync(join(root, path))
  for (const path of globSync('var/lib/apt/lists/*', { cwd: root })) {
    rmSync(join(root, path), { recursive: true })
  }
  return root
}

async function findMirror(): Promise<string | undefined> {
  const wanted = ['Created-By: Packages', 'Component: main', 'Origin: Debian', 'Label: Debian']
  const listed = await mustRun('apt-get', ['indextargets', '--format', '$(REPO_URI)', ...wanted])
  return listed.split('\n')[0] || undefined
}

/** Imports the folder as an image of one layer, and removes it. */
async function importImage(root: string, name: string, changes: readonly string[]): Promise<void> {
  const tarball = `${root}.tar`
  await mustRun('tar', ['--create', '--file', tarball, '--directory', root, '--one-file-system', '.'])
  await podman('import', ...changes.flatMap((change) => ['--change', change]), tarball, name)
  rmSync(tarball)
  rmSync(root, { recursive: true })
}
