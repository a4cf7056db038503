<?php
/** Loads the browser script on pages with a form that is checked. */

defined( 'ABSPATH' ) || exit;

function byhand_enqueue(): void {
	$options = byhand_options();
	// The service versions its own script.
	wp_enqueue_script( 'byhand', $options['service'] . '/byhand.js', array(), null, true );
	wp_enqueue_script( 'byhand-form', plugins_url( 'form.js', __DIR__ ), array(), BYHAND_VERSION, true );
}

add_action(
	'wp_enqueue_scripts',
	static function () {
		if ( byhand_checks( 'comments' ) && is_singular() && comments_open() ) {
			byhand_enqueue();
		}
	}
);

add_action(
	'login_enqueue_scripts',
	static function () {
		if ( byhand_checks( 'registration' ) || byhand_checks( 'login' ) ) {
			byhand_enqueue();
		}
	}
);

add_filter(
	'script_loader_tag',
	static function ( string $tag, string $handle ): string {
		if ( 'byhand' !== $handle ) {
			return $tag;
		}
		$key = esc_attr( byhand_options()['site_key'] );
		return str_replace( ' src=', ' async data-site-key="' . $key . '" src=', $tag );
	},
	10,
	2
);
