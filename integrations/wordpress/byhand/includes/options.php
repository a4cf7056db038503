<?php
/** The stored options, with defaults. */

defined( 'ABSPATH' ) || exit;

/** What can be done with a form: accept it, hold it for a moderator, or refuse it. */
const BYHAND_OUTCOMES = array( 'accept', 'hold', 'refuse' );

/** @return array<string, string> */
function byhand_default_options(): array {
	return array(
		'service'        => '',
		'site_key'       => '',
		'secret_key'     => '',
		'on_bot'         => 'hold',
		'on_invalid'     => 'refuse',
		'on_review'      => 'hold',
		'on_unknown'     => 'hold',
		'on_unavailable' => 'accept',
		'comments'       => '1',
		'registration'   => '1',
		'login'          => '',
	);
}

/** @return array<string, string> */
function byhand_options(): array {
	$stored = get_option( BYHAND_OPTION, array() );
	return array_merge( byhand_default_options(), is_array( $stored ) ? $stored : array() );
}

/** Whether the service is set up, and this form (`comments`, `registration` or `login`) is checked. */
function byhand_checks( string $form ): bool {
	$options = byhand_options();
	return '' !== $options['service'] && '' !== $options['site_key'] && '' !== $options['secret_key']
		&& '1' === $options[ $form ];
}

/** Nothing is known about a new key. */
add_action(
	'update_option_' . BYHAND_OPTION,
	static function () {
		delete_option( BYHAND_KEY_OPTION );
	}
);
