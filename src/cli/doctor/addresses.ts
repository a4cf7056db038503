import { counted } from '../../checks/sentence.ts'
import { type DataAge, openNetwork } from '../../network/lookup.ts'
import type { Finding } from './finding.ts'

export function checkAddressData(folder: string): Finding {
  const network = openNetwork({ folder })
  return addressDataFinding(network.ages(Date.now()), network.problems())
}

export function addressDataFinding(ages: readonly DataAge[], problems: readonly string[]): Finding {
  const name = 'network data'
  const mend = 'Run byhand network update to fetch new data; byhand network status shows all sources.'
  if (problems.length > 0) return { name, state: 'warning', detail: `${problems.join('. ')}.`, mend }
  const old = ages
    .filter((age) => age.old)
    .map(({ name, days }) => `${name} (${counted(days ?? 0, 'day')} old)`)
  if (old.length > 0) return { name, state: 'warning', detail: `Outdated: ${old.join(', ')}.`, mend }
  const used = ages
    .filter(({ from }) => from !== 'none')
    .map(({ name, days }) => `${name} (${counted(days ?? 0, 'day')} old)`)
  return { name, state: 'ok', detail: `In use: ${used.join(', ')}.` }
}
