/** Default paths of the browser script and the service. */

/** Where batches are sent. Contains no word that block lists look for. */
export const INGEST_PATH = '/i/v1/batch'

/** Where the page gets its signed result, appended to the ingest path. */
export const RESULT_SUFFIX = '/result'

/** Where the page asks for step-up verification, appended to the ingest path. */
export const STEP_UP_SUFFIX = '/step-up'

/** The browser script's file name. */
export const SCRIPT_FILE = 'byhand.js'

/** The page of the docs that explains why no session arrives. */
export const HELP_PATH = '/docs/how-to/debug-the-script/'
