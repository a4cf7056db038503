/** `byhand doctor`: finds problems of the installation and suggests fixes. Changes nothing. */
import { join } from 'node:path'
import { Command } from 'commander'
import { type Config, ConfigError, readConfig } from '../server/config/config.ts'
import { checkAddressData } from './doctor/addresses.ts'
import { checkClock, retentionFindings } from './doctor/clock.ts'
import { checkDataFolder, checkDiskSpace } from './doctor/disk.ts'
import { checkDurability } from './doctor/durability.ts'
import type { Finding } from './doctor/finding.ts'
import { checkNode, checkOpenFiles } from './doctor/machine.ts'
import { checkPort, checkPublicUrl } from './doctor/network.ts'
import { checkStore } from './doctor/store.ts'
import { checkWorkers } from './doctor/workers.ts'
import { CommandError, EXIT, type Terminal } from './terminal.ts'

const STATE_LABEL = { ok: 'ok  ', warning: 'warn', broken: 'FAIL' } as const

export function doctorCommand(terminal: Terminal): Command {
  return new Command('doctor')
    .description('find problems and suggest how to fix them; changes nothing')
    .option('--json', 'print JSON')
    .action(async ({ json }: { json?: boolean }) => {
      const findings = await runChecks()
      terminal.out(json ? JSON.stringify(findings, null, 2) : findings.map(asLines).join('\n'))
      const broken = findings.filter(({ state }) => state === 'broken').length
      if (broken > 0) throw new CommandError(`${broken} of ${findings.length} checks failed.`, EXIT.failed)
    })
}

async function runChecks(): Promise<Finding[]> {
  const findings = [checkNode(process.versions.node), await checkOpenFiles()]
  let config: Config
  try {
    config = readConfig()
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return [...findings, ...error.mistakes.map(asMistake)]
  }
  findings.push({ name: 'configuration', state: 'ok', detail: 'All variables are valid.' })
  const folder = await checkDataFolder(config.dataFolder)
  findings.push(folder)
  if (folder.state !== 'broken') findings.push(await checkDiskSpace(config))
  const { finding, newest, clock = null, browsers } = await checkStore(config)
  findings.push(finding, ...(await checkDurability(config.store)), ...(await checkWorkers(config.store)))
  if (browsers !== undefined) findings.push(browsers)
  findings.push(
    await checkClock(newest, clock),
    ...retentionFindings(clock),
    await checkPort(config),
    checkPublicUrl(config),
  )
  findings.push(checkAddressData(join(config.dataFolder, 'network')))
  return findings
}

const asMistake = (detail: string): Finding => ({
  name: 'configuration',
  state: 'broken',
  detail: `${detail}.`,
  mend: 'See docs/reference/configuration.md for all variables.',
})

function asLines({ name, state, detail, mend }: Finding): string {
  return `${STATE_LABEL[state]}  ${name}: ${detail}${mend === undefined ? '' : `\n      ${mend}`}`
}
