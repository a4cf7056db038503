/** WordPress in a temporary folder, with MariaDB, PHP's own web server and the plugin. */
import { type ChildProcess, spawn } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pluginArchives } from '../../tools/plugin_archives.ts'
import { mustRun } from '../deploy/programs.ts'
import { freePort } from '../setup/free_port.ts'
import { untilOpen } from '../setup/until_open.ts'
import { unpackCurrentWordPress } from './current_wordpress.ts'

const INSTALLED = '/usr/share/wordpress'

export const ADMIN = { name: 'admin', password: 'correct horse battery staple' }

export interface WordPressSite {
  readonly address: string
  /** Runs PHP code inside WordPress and returns what it prints. */
  php(code: string): Promise<string>
  stop(): Promise<void>
}

/** A theme with one page: title, comments, and the comment form, which works behind another port too. */
const THEME = `<!doctype html><html <?php language_attributes(); ?>><head><meta charset="utf-8"><?php wp_head(); ?></head><body>
<?php while ( have_posts() ) { the_post(); the_title( '<h1>', '</h1>' ); foreach ( get_approved_comments( get_the_ID() ) as $one ) { echo '<p class="comment">' . esc_html( $one->comment_content ) . '</p>'; } comment_form( array( 'action' => '/wp-comments-post.php' ) ); } ?>
<?php wp_footer(); ?></body></html>`

/** No mail, and no pause between the comments of one address. */
const FOR_TESTS = `<?php add_filter( 'pre_wp_mail', '__return_true' ); add_filter( 'comment_flood_filter', '__return_false', 99 );
remove_action( 'check_comment_flood', 'check_comment_flood_db' );`

/** The one that `install.ts` installs, or the current one. */
export type WordPressRelease = 'installed' | 'current'

export async function startWordPress(release: WordPressRelease): Promise<WordPressSite> {
  const folder = await mkdtemp(join(tmpdir(), 'byhand-wordpress-'))
  const site = join(folder, 'site')
  const socket = join(folder, 'mariadb.sock')
  const port = await freePort()
  const address = `http://127.0.0.1:${port}`
  const children: ChildProcess[] = []
  const stop = async () => {
    for (const child of children.reverse()) {
      if (child.exitCode !== null) continue
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill()
      await ended
    }
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
  try {
    const tree = release === 'installed' ? INSTALLED : await unpackCurrentWordPress(join(folder, 'debian'))
    await cp(tree, site, {
      recursive: true,
      dereference: true,
      filter: (path) => !path.endsWith('wp-config.php'),
    })
    // As WordPress does with an upload.
    await writeFile(join(folder, 'wordpress.zip'), pluginArchives()['wordpress.zip'] as Buffer)
    await mustRun('/usr/bin/python3', [
      '-m',
      'zipfile',
      '-e',
      join(folder, 'wordpress.zip'),
      join(site, 'wp-content/plugins'),
    ])
    await mkdir(join(site, 'wp-content/themes/plain'), { recursive: true })
    await mkdir(join(site, 'wp-content/mu-plugins'), { recursive: true })
    await writeFile(join(site, 'wp-content/themes/plain/style.css'), '/* Theme Name: Plain */')
    await writeFile(join(site, 'wp-content/themes/plain/index.php'), THEME)
    await writeFile(join(site, 'wp-content/mu-plugins/for-tests.php'), FOR_TESTS)
    await writeFile(join(site, 'wp-config.php'), configOf(socket, address))

    const data = join(folder, 'data')
    const own = ['--no-defaults', '--user=root', `--datadir=${data}`]
    await mustRun('/usr/bin/mariadb-install-db', [
      ...own,
      '--auth-root-authentication-method=normal',
      '--skip-test-db',
    ])
    // No network, and no accounts: only this test can reach the socket.
    const options = ['--skip-networking', '--skip-grant-tables', '--innodb-flush-log-at-trx-commit=0']
    children.push(
      spawn(
        '/usr/sbin/mariadbd',
        [...own, `--socket=${socket}`, `--pid-file=${join(folder, 'pid')}`, ...options],
        {
          stdio: 'ignore',
        },
      ),
    )
    await untilAnswering(socket)
    await mustRun('/usr/bin/mariadb', [
      '--no-defaults',
      `--socket=${socket}`,
      '-e',
      'CREATE DATABASE wordpress',
    ])

    const php = (code: string) =>
      mustRun('/usr/bin/php', ['-r', `error_reporting( E_ALL & ~E_DEPRECATED ); ${code}`], { cwd: site })
    await php(`define( 'WP_INSTALLING', true ); require './wp-load.php'; require './wp-admin/includes/upgrade.php';
      wp_install( 'Shop', '${ADMIN.name}', 'admin@example.org', true, '', '${ADMIN.password}' );`)
    const loaded = (code: string) => php(`require './wp-load.php'; ${code}`)
    await loaded(`require_once './wp-admin/includes/plugin.php'; switch_theme( 'plain' );
      $result = activate_plugin( 'byhand/byhand.php' ); if ( is_wp_error( $result ) ) { throw new Exception( $result->get_error_message() ); }
      foreach ( array( 'comment_moderation' => 0, 'comment_previously_approved' => 0, 'users_can_register' => 1 ) as $name => $value ) { update_option( $name, $value ); }`)
    children.push(
      spawn('/usr/bin/php', ['-S', `127.0.0.1:${port}`, '-t', site], {
        stdio: 'ignore',
      }),
    )
    await untilOpen(port)
    return { address, php: loaded, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

const configOf = (socket: string, address: string) => `<?php
define( 'DB_NAME', 'wordpress' ); define( 'DB_USER', 'root' ); define( 'DB_PASSWORD', '' );
define( 'DB_HOST', 'localhost:${socket}' ); define( 'DB_CHARSET', 'utf8mb4' ); define( 'DB_COLLATE', '' );
define( 'WP_HOME', '${address}' ); define( 'WP_SITEURL', '${address}' );
define( 'DISABLE_WP_CRON', true ); define( 'WP_HTTP_BLOCK_EXTERNAL', true ); define( 'WP_ACCESSIBLE_HOSTS', '127.0.0.1' );
define( 'AUTOMATIC_UPDATER_DISABLED', true );
foreach ( array( 'AUTH', 'SECURE_AUTH', 'LOGGED_IN', 'NONCE' ) as $name ) { define( $name . '_KEY', $name ); define( $name . '_SALT', $name ); }
$table_prefix = 'wp_';
if ( ! defined( 'ABSPATH' ) ) { define( 'ABSPATH', __DIR__ . '/' ); }
require_once ABSPATH . 'wp-settings.php';
`

async function untilAnswering(socket: string): Promise<void> {
  for (let tries = 0; ; tries++) {
    try {
      await mustRun('/usr/bin/mariadb', ['--no-defaults', `--socket=${socket}`, '-e', 'SELECT 1'])
      return
    } catch (error) {
      if (tries >= 100) throw error
      await new Promise((resolve) => setTimeout(resolve, 200))
    }
  }
}
