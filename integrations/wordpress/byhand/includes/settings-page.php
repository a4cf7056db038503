<?php
/** Settings > Byhand. */

defined( 'ABSPATH' ) || exit;

/** @param mixed $given The posted options. */
function byhand_sanitize_options( $given ): array {
	$before = byhand_options();
	$given  = is_array( $given ) ? $given : array();
	$text   = static fn( string $name ): string => isset( $given[ $name ] ) && is_string( $given[ $name ] ) ? trim( $given[ $name ] ) : '';
	$clean  = $before;

	$service = untrailingslashit( esc_url_raw( $text( 'service' ), array( 'https', 'http' ) ) );
	if ( '' !== $text( 'service' ) && ( '' === $service || ! wp_parse_url( $service, PHP_URL_HOST ) ) ) {
		add_settings_error( BYHAND_OPTION, 'service', __( 'The service URL must be valid, such as https://byhand.example.org.', 'byhand' ) );
	} else {
		$clean['service'] = $service;
	}
	foreach ( array( 'site_key' => 'bh_pk_', 'secret_key' => 'bh_sk_' ) as $name => $prefix ) {
		$value = $text( $name );
		if ( 'secret_key' === $name && '' === $value ) {
			continue; // An empty field keeps the stored secret, which is never shown.
		}
		if ( '' !== $value && ! preg_match( '/^' . $prefix . '[A-Za-z0-9_-]{1,80}$/', $value ) ) {
			/* translators: %s: the beginning of the key. */
			add_settings_error( BYHAND_OPTION, $name, sprintf( __( 'This key must begin with %s. The earlier key is still in use.', 'byhand' ), $prefix ) );
			continue;
		}
		$clean[ $name ] = $value;
	}
	foreach ( array( 'on_bot', 'on_invalid', 'on_step_up', 'on_unavailable' ) as $name ) {
		$clean[ $name ] = in_array( $text( $name ), BYHAND_OUTCOMES, true ) ? $text( $name ) : $before[ $name ];
	}
	foreach ( array( 'comments', 'registration', 'login' ) as $name ) {
		$clean[ $name ] = '1' === $text( $name ) ? '1' : '';
	}
	return $clean;
}

add_action(
	'admin_init',
	static function () {
		register_setting( 'byhand', BYHAND_OPTION, array( 'sanitize_callback' => 'byhand_sanitize_options' ) );
	}
);

/** The plugin still works by the setting for outages, so without a notice nobody would learn that it checks nothing. */
add_action(
	'admin_notices',
	static function () {
		if ( ! current_user_can( 'manage_options' ) || ! get_option( BYHAND_KEY_OPTION ) ) {
			return;
		}
		printf(
			'<div class="notice notice-error byhand-rejected-key"><p>%s <a href="%s">%s</a></p></div>',
			esc_html__( 'Byhand checks no forms: the service rejects the secret key. It may be revoked, or lack the permission "Read sessions".', 'byhand' ),
			esc_url( admin_url( 'options-general.php?page=byhand' ) ),
			esc_html__( 'Change the key', 'byhand' )
		);
	}
);

add_action(
	'admin_menu',
	static function () {
		add_options_page( __( 'Byhand', 'byhand' ), __( 'Byhand', 'byhand' ), 'manage_options', 'byhand', 'byhand_settings_page' );
	}
);

function byhand_text_row( string $name, string $label, string $type, string $value, string $hint ): void {
	printf(
		'<tr><th scope="row"><label for="byhand-%1$s">%2$s</label></th><td><input class="regular-text" type="%3$s" id="byhand-%1$s" name="%4$s[%1$s]" value="%5$s" autocomplete="off" aria-describedby="byhand-%1$s-hint"><p class="description" id="byhand-%1$s-hint">%6$s</p></td></tr>',
		esc_attr( $name ),
		esc_html( $label ),
		esc_attr( $type ),
		esc_attr( BYHAND_OPTION ),
		esc_attr( $value ),
		esc_html( $hint )
	);
}

function byhand_choice_row( string $name, string $label, string $value ): void {
	$choices = array(
		'accept' => __( 'Accept', 'byhand' ),
		'hold'   => __( 'Hold for moderation', 'byhand' ),
		'refuse' => __( 'Refuse', 'byhand' ),
	);
	printf( '<tr><th scope="row"><label for="byhand-%1$s">%2$s</label></th><td><select id="byhand-%1$s" name="%3$s[%1$s]">', esc_attr( $name ), esc_html( $label ), esc_attr( BYHAND_OPTION ) );
	foreach ( $choices as $choice => $text ) {
		printf( '<option value="%s"%s>%s</option>', esc_attr( $choice ), selected( $choice, $value, false ), esc_html( $text ) );
	}
	echo '</select></td></tr>';
}

function byhand_settings_page(): void {
	if ( ! current_user_can( 'manage_options' ) ) {
		return;
	}
	$options = byhand_options();
	$forms   = array(
		'comments'     => __( 'Comments', 'byhand' ),
		'registration' => __( 'Registration', 'byhand' ),
		'login'        => __( 'Login', 'byhand' ),
	);
	?>
	<div class="wrap">
		<h1><?php echo esc_html( get_admin_page_title() ); ?></h1>
		<form method="post" action="options.php">
			<?php settings_fields( 'byhand' ); ?>
			<table class="form-table" role="presentation">
				<?php
				byhand_text_row( 'service', __( 'Service URL', 'byhand' ), 'url', $options['service'], __( 'The URL of your Byhand service, such as https://byhand.example.org.', 'byhand' ) );
				byhand_text_row( 'site_key', __( 'Site key', 'byhand' ), 'text', $options['site_key'], __( 'Public. It begins with bh_pk_.', 'byhand' ) );
				byhand_text_row(
					'secret_key',
					__( 'Secret key', 'byhand' ),
					'password',
					'',
					'' === $options['secret_key']
						? __( 'It begins with bh_sk_ and needs the permission "Read sessions".', 'byhand' )
						: __( 'A key is stored. Leave the field empty to keep it.', 'byhand' )
				);
				byhand_choice_row( 'on_bot', __( 'Bots', 'byhand' ), $options['on_bot'] );
				byhand_choice_row( 'on_invalid', __( 'No valid result', 'byhand' ), $options['on_invalid'] );
				byhand_choice_row( 'on_step_up', __( 'Step-up verification not passed', 'byhand' ), $options['on_step_up'] );
				byhand_choice_row( 'on_unavailable', __( 'When the service cannot be reached', 'byhand' ), $options['on_unavailable'] );
				?>
				<tr>
					<th scope="row"><?php esc_html_e( 'Forms', 'byhand' ); ?></th>
					<td>
						<fieldset>
							<legend class="screen-reader-text"><?php esc_html_e( 'Forms', 'byhand' ); ?></legend>
							<?php foreach ( $forms as $name => $label ) : ?>
								<label><input type="checkbox" name="<?php echo esc_attr( BYHAND_OPTION . "[$name]" ); ?>" value="1" <?php checked( '1', $options[ $name ] ); ?>> <?php echo esc_html( $label ); ?></label><br>
							<?php endforeach; ?>
						</fieldset>
						<p class="description"><?php esc_html_e( 'WordPress cannot hold registrations or logins: with "Hold for moderation", they are refused. The list of users shows the verdict on each registration.', 'byhand' ); ?></p>
					</td>
				</tr>
			</table>
			<?php submit_button(); ?>
		</form>
	</div>
	<?php
}
