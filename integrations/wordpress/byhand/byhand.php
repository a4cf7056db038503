<?php
/**
 * Plugin Name:       Byhand
 * Description:       Checks comments, registrations and logins with your own Byhand service, without CAPTCHAs.
 * Version:           0.1.0
 * Requires at least: 6.0
 * Requires PHP:      7.4
 * License:           Apache-2.0
 * License URI:       https://www.apache.org/licenses/LICENSE-2.0
 * Text Domain:       byhand
 * Domain Path:       /languages
 */

defined( 'ABSPATH' ) || exit;

const BYHAND_VERSION = '0.1.0';
const BYHAND_OPTION  = 'byhand_options';
const BYHAND_META    = 'byhand_verdict';

const BYHAND_KEY_OPTION = 'byhand_rejected_key';

require __DIR__ . '/includes/options.php';
require __DIR__ . '/includes/verdict.php';
require __DIR__ . '/includes/scripts.php';
require __DIR__ . '/includes/comments.php';
require __DIR__ . '/includes/users.php';

if ( is_admin() ) {
	require __DIR__ . '/includes/settings-page.php';
	require __DIR__ . '/includes/columns.php';
}

add_action(
	'init',
	static function () {
		load_plugin_textdomain( 'byhand', false, dirname( plugin_basename( __FILE__ ) ) . '/languages' );
	}
);
