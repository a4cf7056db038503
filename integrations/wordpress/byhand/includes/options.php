<?php
/** The stored options, with defaults. */

defined( 'ABSPATH' ) || exit;

/** What can be done with a form, from the mildest: accept it, hold it for a moderator, or refuse it. */
const BYHAND_OUTCOMES = array( 'accept', 'hold', 'refuse' );

/** @return array<string, string> */
function byhand_default_options(): array {
	return array(
		'service'        => '',
		'site_key'       => '',
		'secret_key'     => '',
		'on_bot'         => 'hold',
		'on_invalid'     => 'refuse',
		'on_step_up'     => 'hold',
		'on_unavailable' => 'accept',
		'comments'       => '1',
		'registration'   => '1',
		'login'          => '',
	);
}

/** @return array<string, string> */
function byhand_options(): array {
	$stored = get_option( BYHAND_OPTION, array() );
	return array_merge( byhand_default_options(), byhand_migrate_options( is_array( $stored ) ? $stored : array() ) );
}

/** Options stored by an earlier version had two outcomes in place of `on_step_up`. The stricter one stays. */
function byhand_migrate_options( array $stored ): array {
	$names   = array( 'on_review', 'on_unknown' );
	$earlier = array_intersect( BYHAND_OUTCOMES, array_intersect_key( $stored, array_flip( $names ) ) );
	$stored  = array_diff_key( $stored, array_flip( $names ) );
	return array() === $earlier ? $stored : array_merge( array( 'on_step_up' => end( $earlier ) ), $stored );
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
