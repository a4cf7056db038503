<?php
/** Asks the service about the signed result that came with a form. */

defined( 'ABSPATH' ) || exit;

/** A visitor waits this long for the service at most. */
const BYHAND_TIMEOUT_S = 5;

/** The same fault is logged once in this time, not for every form. */
const BYHAND_LOG_EVERY_S = 3600;

/**
 * The decision about the current request. It is made once: a signed result counts for one form.
 *
 * @return array{outcome: string, reason: string, action: string, score: int|null, session: string}
 */
function byhand_verdict(): array {
	static $verdict = null;
	if ( null === $verdict ) {
		$verdict = byhand_decide( byhand_posted_result() );
	}
	return $verdict;
}

function byhand_posted_result(): string {
	// phpcs:ignore WordPress.Security.NonceVerification.Missing -- the result is verified by the service; visitors have no nonce.
	$result = isset( $_POST['byhand-result'] ) ? wp_unslash( $_POST['byhand-result'] ) : '';
	return is_string( $result ) && preg_match( '/^bhr1_[A-Za-z0-9_-]{1,8192}$/', $result ) ? $result : '';
}

function byhand_decide( string $result ): array {
	$options = byhand_options();
	// A missing result is sent too: a browser that cannot reach the service has none, like a bot.
	$answer = byhand_verify( $options, $result );
	if ( null === $answer ) {
		$outcome = $options['on_unavailable'];
		byhand_log( 'byhand_outage', "the service cannot be reached, or rejects the secret key. Forms get the outcome \"$outcome\"." );
		return byhand_outcome( $outcome, 'unavailable' );
	}
	if ( true !== ( $answer['valid'] ?? false ) ) {
		return byhand_outcome( $options['on_invalid'], '' === $result ? 'missing' : 'invalid' );
	}
	return byhand_decide_result( $options, $answer['result'] );
}

/** Only the decision counts. */
function byhand_decide_result( array $options, array $result ): array {
	switch ( $result['decision'] ?? '' ) {
		case 'accept':
			list( $outcome, $reason ) = array( 'accept', 'checked' );
			break;
		case 'step_up':
			list( $outcome, $reason ) = array( $options['on_step_up'], 'step_up_required' );
			break;
		case 'reject':
			list( $outcome, $reason ) = array( $options['on_bot'], 'checked' );
			break;
		default:
			// An older service sends none. A held form is not lost, and WordPress refuses held registrations and logins.
			byhand_log( 'byhand_no_decision', 'the results of the service have no decision that this plugin knows: install the same version of both. Forms are held.' );
			list( $outcome, $reason ) = array( 'hold', 'no_decision' );
	}
	return byhand_outcome( $outcome, $reason, (string) $result['effective_action'], (int) $result['risk_score'], (string) $result['session_id'] );
}

function byhand_outcome( string $outcome, string $reason, string $action = '', ?int $score = null, string $session = '' ): array {
	return compact( 'outcome', 'reason', 'action', 'score', 'session' );
}

/** Null: the service did not give a usable answer. */
function byhand_verify( array $options, string $result ): ?array {
	$response = wp_remote_post(
		$options['service'] . '/v1/results/verify',
		array(
			'timeout'     => BYHAND_TIMEOUT_S,
			'redirection' => 0,
			'headers'     => array(
				'Authorization' => 'Bearer ' . $options['secret_key'],
				'Content-Type'  => 'application/json',
			),
			'body'        => wp_json_encode(
				array(
					'result'   => $result,
					'site_key' => $options['site_key'],
					// Each result counts for one form.
					'once'     => true,
				)
			),
		)
	);
	$status = is_wp_error( $response ) ? 0 : wp_remote_retrieve_response_code( $response );
	byhand_remember_key( in_array( $status, array( 401, 403 ), true ), $status );
	// The visitor's fault, which is no outage: not a result, or too many of one session.
	if ( in_array( $status, array( 400, 413, 429 ), true ) ) {
		return array( 'valid' => false );
	}
	if ( 200 !== $status ) {
		return null;
	}
	$answer = json_decode( wp_remote_retrieve_body( $response ), true );
	if ( ! is_array( $answer ) || ( ! empty( $answer['valid'] ) && empty( $answer['result']['result_id'] ) ) ) {
		return null;
	}
	return $answer;
}

/** For the notice to administrators: whether the service rejects the secret key. An outage tells nothing about the key. */
function byhand_remember_key( bool $is_rejected, int $status ): void {
	if ( $is_rejected ) {
		update_option( BYHAND_KEY_OPTION, 'yes', false );
	} elseif ( 200 === $status && get_option( BYHAND_KEY_OPTION ) ) {
		delete_option( BYHAND_KEY_OPTION );
	}
}

/** Writes the line at most once an hour. `$name`: of the transient that remembers it. */
function byhand_log( string $name, string $line ): void {
	if ( false !== get_transient( $name ) ) {
		return;
	}
	set_transient( $name, 1, BYHAND_LOG_EVERY_S );
	// phpcs:ignore WordPress.PHP.DevelopmentFunctions.error_log_error_log -- the owner must learn that forms are not checked.
	error_log( "Byhand: $line" );
}

/** For the columns: `Held: Auto-reject or high-priority review (92)`. */
function byhand_describe( array $verdict ): string {
	$outcomes = array(
		'accept' => __( 'Accepted', 'byhand' ),
		'hold'   => __( 'Held', 'byhand' ),
		'refuse' => __( 'Refused', 'byhand' ),
	);
	$reasons  = array(
		'missing'          => __( 'no result from the browser', 'byhand' ),
		'invalid'          => __( 'invalid or repeated result', 'byhand' ),
		'step_up_required' => __( 'step-up verification not passed', 'byhand' ),
		'no_decision'      => __( 'the service has another version than the plugin', 'byhand' ),
		'unavailable'      => __( 'the service could not be reached', 'byhand' ),
	);
	$outcome  = $outcomes[ $verdict['outcome'] ?? '' ] ?? __( 'Unknown', 'byhand' );
	$reason   = $reasons[ $verdict['reason'] ?? '' ] ?? sprintf(
		/* translators: 1: recommended action of the service, 2: risk score from 0 to 100. */
		__( '%1$s (score %2$d)', 'byhand' ),
		(string) ( $verdict['action'] ?? '' ),
		(int) ( $verdict['score'] ?? 0 )
	);
	/* translators: 1: what happened to the form, 2: the reason. */
	return sprintf( __( '%1$s: %2$s', 'byhand' ), $outcome, $reason );
}

function byhand_refusal(): string {
	return __( 'This form could not be accepted. Please reload the page and try again, or contact the owner of this site.', 'byhand' );
}
