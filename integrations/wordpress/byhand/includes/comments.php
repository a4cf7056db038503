<?php
/** Holds or refuses comments, and keeps the verdict with them. */

defined( 'ABSPATH' ) || exit;

/** Pingbacks come from servers, and moderators need no check. */
function byhand_checks_comment( array $comment ): bool {
	$type = $comment['comment_type'] ?? '';
	return byhand_checks( 'comments' ) && in_array( $type, array( '', 'comment' ), true )
		&& ! current_user_can( 'moderate_comments' );
}

add_filter(
	'pre_comment_approved',
	static function ( $approved, array $comment ) {
		// Other plugins may have rejected it already.
		if ( is_wp_error( $approved ) || ! in_array( $approved, array( 0, 1, '0', '1' ), true ) || ! byhand_checks_comment( $comment ) ) {
			return $approved;
		}
		$verdict = byhand_verdict();
		if ( 'refuse' === $verdict['outcome'] ) {
			return new WP_Error( 'byhand_rejected', byhand_refusal(), 403 );
		}
		return 'hold' === $verdict['outcome'] ? 0 : $approved;
	},
	20,
	2
);

add_action(
	'comment_post',
	static function ( int $comment_id, $approved, array $comment ) {
		if ( byhand_checks_comment( $comment ) ) {
			add_comment_meta( $comment_id, BYHAND_META, byhand_verdict(), true );
		}
	},
	10,
	3
);
