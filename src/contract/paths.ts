/** Addresses the browser script and the service agree on unless an operator chose others. */

/** Where batches are sent. Says nothing that a block list would look for. */
export const INGEST_PATH = '/i/v1/batch'

/** The browser script's file name. */
export const SCRIPT_FILE = 'byhand.js'
