<?php
/** Deletes the options and the verdicts. */

defined( 'WP_UNINSTALL_PLUGIN' ) || exit;

delete_option( 'byhand_options' );
delete_option( 'byhand_rejected_key' );
delete_metadata( 'comment', 0, 'byhand_verdict', '', true );
delete_metadata( 'user', 0, 'byhand_verdict', '', true );
