/** The verdict of the WordPress plugin about a form, in PHP with the functions of WordPress that it calls. */
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { UNLIMITED } from './collect_client.ts'
import { issuedResult } from './issued_result.ts'
import { type RunningService, runService, type TestWorkspace } from './running_service.ts'

const INCLUDES = join(import.meta.dirname, '../../integrations/wordpress/byhand/includes')

/** Functions of WordPress. */
const WORDPRESS = `
define( 'ABSPATH', '/' ); const BYHAND_OPTION = 'byhand_options'; const BYHAND_KEY_OPTION = 'byhand_key'; $kept = array();
class WP_Error {}
function get_option( $name, $default = false ) { global $kept; return BYHAND_OPTION === $name ? json_decode( getenv( 'OPTIONS' ), true ) : ( $kept[ $name ] ?? $default ); }
function update_option( $name, $value ) { global $kept; $kept[ $name ] = $value; }
function delete_option( $name ) { global $kept; unset( $kept[ $name ] ); }
function add_action() {}
function get_transient( $name ) { global $kept; return $kept[ $name ] ?? false; }
function set_transient( $name, $value ) { global $kept; $kept[ $name ] = $value; }
function wp_json_encode( $value ) { return json_encode( $value ); }
function is_wp_error( $value ) { return $value instanceof WP_Error; }
function wp_remote_retrieve_response_code( $response ) { return $response['code']; }
function wp_remote_retrieve_body( $response ) { return $response['body']; }
function wp_remote_post( $url, $given ) {
	$headers = array_map( fn( $name, $value ) => "$name: $value", array_keys( $given['headers'] ), $given['headers'] );
	$http    = array( 'method' => 'POST', 'header' => $headers, 'content' => $given['body'], 'timeout' => $given['timeout'], 'ignore_errors' => true );
	$body    = @file_get_contents( $url, false, stream_context_create( array( 'http' => $http ) ) );
	return false === $body ? new WP_Error() : array( 'code' => (int) substr( $http_response_header[0], 9, 3 ), 'body' => $body );
}
ini_set( 'error_log', '/dev/stderr' );
require getenv( 'INCLUDES' ) . '/options.php'; require getenv( 'INCLUDES' ) . '/verdict.php';
$results = json_decode( getenv( 'RESULTS' ) ?: '[]', true );
`

let service: RunningService
let workspace: TestWorkspace

beforeAll(async () => {
  service = await runService(UNLIMITED)
  workspace = await service.workspace()
})
afterAll(() => service.stop())

/** What the expression of PHP returns, and the lines of the error log. */
async function php(expression: string, options: object, results: readonly unknown[] = []) {
  const env = { INCLUDES, OPTIONS: JSON.stringify(options), RESULTS: JSON.stringify(results) }
  const { stdout, stderr } = await promisify(execFile)(
    'php',
    ['-r', `${WORDPRESS} echo json_encode( ${expression} );`],
    { env: { ...process.env, ...env } },
  )
  return { value: JSON.parse(stdout), logged: stderr }
}

/** Verdicts about each result, in one process. */
async function verdictsBy(decide: string, options: object, results: readonly unknown[]) {
  const { value, logged } = await php(`array_map( fn( $one ) => ${decide}, $results )`, options, results)
  const found = value as { outcome: string; reason: string }[]
  return { found: found.map(({ outcome, reason }) => `${outcome}: ${reason}`), logged }
}

function verdicts(results: readonly string[], given: Readonly<Record<string, string>> = {}) {
  const { siteKey: site_key, secretKey: secret_key } = workspace
  const options = { service: service.address, site_key, secret_key, ...given }
  return verdictsBy('byhand_decide( $one )', options, results)
}

it('decides by the decision alone, and holds forms without one', async () => {
  const result = { effective_action: 'Auto-accept', risk_score: 3, session_id: 's', step_up: 'passed' }
  const results = ['accept', 'step_up', 'reject', 'monitor'].map((decision) => ({ ...result, decision }))
  const decided = (options: object) =>
    verdictsBy('byhand_decide_result( byhand_options(), $one )', options, [...results, result])
  const { found, logged } = await decided({})
  expect(found).toEqual([
    'accept: checked',
    'hold: step_up_required',
    'hold: checked',
    'hold: no_decision',
    'hold: no_decision',
  ])
  expect(logged.match(/install the same version/g)).toHaveLength(1)
  const { found: milder } = await decided({
    on_step_up: 'accept',
    on_bot: 'refuse',
    on_unavailable: 'accept',
  })
  expect(milder).toEqual([
    'accept: checked',
    'accept: step_up_required',
    'refuse: checked',
    'hold: no_decision',
    'hold: no_decision',
  ])
})

it.each<[object, string]>([
  [{}, 'hold'],
  [{ on_review: 'accept', on_unknown: 'refuse' }, 'refuse'],
  [{ on_review: 'hold', on_unknown: 'accept' }, 'hold'],
  [{ on_review: 'accept', on_unknown: 'accept' }, 'accept'],
  [{ on_unknown: 'accept' }, 'accept'],
  [{ on_review: 'refuse', on_step_up: 'accept' }, 'accept'],
  [{ on_review: 'nonsense' }, 'hold'],
])('takes options of an earlier version: %o', async (stored, expected) => {
  const { value } = await php('byhand_options()', stored)
  expect(value).toMatchObject({ on_step_up: expected, on_bot: 'hold' })
  expect(Object.keys(value)).not.toContain('on_review')
  expect(Object.keys(value)).not.toContain('on_unknown')
})

it('refuses forms without a valid result by default', async () => {
  const result = await issuedResult(service, workspace, { label: 'person' })
  const foreign = await issuedResult(service, await service.workspace(), { label: 'person' })
  const { found, logged } = await verdicts(['', `${result}A`, foreign, result, result])
  expect(found).toEqual([
    'refuse: missing',
    'refuse: invalid',
    'refuse: invalid',
    'accept: checked',
    'refuse: invalid',
  ])
  expect(logged).toBe('')
  expect((await verdicts([''], { on_invalid: 'accept' })).found).toEqual(['accept: missing'])
})

it('takes what the service refuses to read for an invalid result, not for an outage', async () => {
  const { found } = await verdicts(['x'.repeat(20_000), `bhr1_${'\u0000'}`], { on_unavailable: 'accept' })
  expect(found).toEqual(['refuse: invalid', 'refuse: invalid'])
})

it('accepts a visitor who needs step-up verification after a passed task', async () => {
  const results = [
    await issuedResult(service, workspace),
    await issuedResult(service, workspace, { stepUp: 'failed' }),
    await issuedResult(service, workspace, { stepUp: 'passed' }),
    await issuedResult(service, workspace, { label: 'bot', stepUp: 'passed' }),
  ]
  const { found } = await verdicts(results)
  expect(found).toEqual(['hold: step_up_required', 'hold: checked', 'accept: checked', 'hold: checked'])
})

it.each(['accept', 'refuse'])(
  'follows the setting "%s" during an outage, and logs it once',
  async (outcome) => {
    for (const away of [{ service: 'http://127.0.0.1:9' }, { secret_key: 'bh_sk_revoked' }]) {
      const { found, logged } = await verdicts(['', 'bhr1_x', ''], { on_unavailable: outcome, ...away })
      expect(found).toEqual(Array(3).fill(`${outcome}: unavailable`))
      expect(logged.match(/Byhand: the service cannot be reached/g)).toHaveLength(1)
    }
  },
)
