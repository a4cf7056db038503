/** The text of the card in the dashboard. */
import { counted } from '../../src/dashboard/format/count.ts'

export const texts = {
  title: 'Declared agents',
  lead: 'Agents that sign their requests (Web Bot Auth), and what happens to their requests.',
  none: 'No agent has been added.',
  columns: ['Agent', 'Policy', 'Keys', ''],
  policies: { allow: 'Allow', monitor: 'Monitor', block: 'Block' },
  policy: 'Policy',
  keyCount: (count: number) => (count === 0 ? 'From its directory' : counted(count, 'key')),
  add: 'Add agent',
  change: 'Edit agent',
  remove: 'Remove agent',
  name: 'Name',
  url: 'URL',
  urlHint: 'The URL that the agent sends in the Signature-Agent header.',
  keys: 'Key directory',
  keysHint: 'A JSON file with the public keys of the agent (JWK set).',
  newKeysHint: 'Choose a file to replace the keys.',
  noKeys: 'The file has no list of keys. Choose the key directory of the agent.',
}
