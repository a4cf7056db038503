<?php
/** Refuses registrations and logins. WordPress cannot hold them, so a held one is refused. */

defined( 'ABSPATH' ) || exit;

add_filter(
	'registration_errors',
	static function ( WP_Error $errors ): WP_Error {
		if ( byhand_checks( 'registration' ) && 'accept' !== byhand_verdict()['outcome'] ) {
			$errors->add( 'byhand_rejected', byhand_refusal() );
		}
		return $errors;
	}
);

add_action(
	'register_new_user',
	static function ( int $user_id ) {
		if ( byhand_checks( 'registration' ) ) {
			update_user_meta( $user_id, BYHAND_META, byhand_verdict() );
		}
	}
);

add_filter(
	'authenticate',
	static function ( $user ) {
		// Only the login form: applications authenticate without a browser.
		// phpcs:ignore WordPress.Security.NonceVerification.Missing
		$is_form = isset( $_POST['log'], $_POST['pwd'] ) && 'wp-login.php' === ( $GLOBALS['pagenow'] ?? '' );
		if ( ! $user instanceof WP_User || ! $is_form || ! byhand_checks( 'login' ) ) {
			return $user;
		}
		return 'accept' !== byhand_verdict()['outcome']
			? new WP_Error( 'byhand_rejected', byhand_refusal() )
			: $user;
	},
	40
);
