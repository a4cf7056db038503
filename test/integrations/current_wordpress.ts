/** The WordPress of Debian testing, unpacked without being installed: a stable Debian's is years old. */
import { glob, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { mustRun } from '../deploy/programs.ts'

/** The keys of a stable Debian verify it. */
const KEYRING = '/usr/share/keyrings/debian-archive-keyring.gpg'

/** Debian's package links to the files of the others. */
const PACKAGES = [
  'wordpress',
  'libjs-cropper',
  'libjs-jquery-ui',
  'libjs-lodash',
  'libjs-underscore',
  'libphp-phpmailer',
  'php-getid3',
]

/** Downloads and unpacks it into the folder; returns the folder of WordPress. */
export async function unpackCurrentWordPress(folder: string): Promise<string> {
  await mkdir(join(folder, 'lists'), { recursive: true })
  await mkdir(join(folder, 'cache'))
  const source = `deb [signed-by=${KEYRING}] ${await debianMirror()} testing main\n`
  await writeFile(join(folder, 'sources.list'), source)
  // Its own state: the packages of the machine must neither change nor count.
  const apt = (...words: string[]) => {
    const options = [
      `Dir::Etc::sourcelist=${join(folder, 'sources.list')}`,
      'Dir::Etc::sourceparts=/dev/null',
      `Dir::State::lists=${join(folder, 'lists')}`,
      `Dir::Cache=${join(folder, 'cache')}`,
      'Dir::State::status=/dev/null',
      // Its unprivileged user cannot write to this folder.
      'APT::Sandbox::User=root',
      'Acquire::Languages=none',
    ]
    const given = ['-qq', ...options.flatMap((option) => ['-o', option]), ...words]
    return mustRun('/usr/bin/apt-get', given, { cwd: folder })
  }
  await apt('update')
  await apt('download', ...PACKAGES)
  const root = join(folder, 'root')
  const archives = await Array.fromAsync(glob('*.deb', { cwd: folder }))
  for (const archive of archives) await mustRun('/usr/bin/dpkg-deb', ['-x', join(folder, archive), root])
  return join(root, 'usr/share/wordpress')
}

/** Where this machine gets Debian's packages. */
async function debianMirror(): Promise<string> {
  const isDebian = ['Origin: Debian', 'Label: Debian', 'Component: main', 'Identifier: Packages']
  const addresses = await mustRun('/usr/bin/apt-get', [
    'indextargets',
    '--format',
    '$(REPO_URI)',
    ...isDebian,
  ])
  const [first] = addresses.split('\n')
  if (!first) throw new Error('apt has no source of Debian packages')
  return first
}
