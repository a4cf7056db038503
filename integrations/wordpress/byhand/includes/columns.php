<?php
/** The verdict in the lists of comments and users. */

defined( 'ABSPATH' ) || exit;

function byhand_add_column( array $columns ): array {
	$columns['byhand'] = __( 'Byhand', 'byhand' );
	return $columns;
}
add_filter( 'manage_edit-comments_columns', 'byhand_add_column' );
add_filter( 'manage_users_columns', 'byhand_add_column' );

/** @param mixed $verdict The stored value. */
function byhand_cell( $verdict ): string {
	if ( ! is_array( $verdict ) ) {
		return esc_html__( 'Not checked', 'byhand' );
	}
	$text    = esc_html( byhand_describe( $verdict ) );
	$session = (string) ( $verdict['session'] ?? '' );
	if ( '' === $session ) {
		return $text;
	}
	$url = byhand_options()['service'] . '/app/sessions/' . rawurlencode( $session );
	return '<a href="' . esc_url( $url ) . '" target="_blank" rel="noopener noreferrer">' . $text . '</a>';
}

add_action(
	'manage_comments_custom_column',
	static function ( string $column, $comment_id ) {
		if ( 'byhand' === $column && current_user_can( 'moderate_comments' ) ) {
			// phpcs:ignore WordPress.Security.EscapeOutput.OutputNotEscaped -- byhand_cell() escapes.
			echo byhand_cell( get_comment_meta( (int) $comment_id, BYHAND_META, true ) );
		}
	},
	10,
	2
);

add_filter(
	'manage_users_custom_column',
	static function ( string $output, string $column, int $user_id ): string {
		return 'byhand' === $column && current_user_can( 'list_users' )
			? byhand_cell( get_user_meta( $user_id, BYHAND_META, true ) )
			: $output;
	},
	10,
	3
);
