/** Verifies and rates `deploy/byhand.service` with systemd, then runs it in a container. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { BYHAND_IMAGE, deployFolder, podman, SYSTEMD_IMAGE, tryPodman } from './podman.ts'
import { mustRun, run } from './programs.ts'

const UNIT = readFileSync(join(import.meta.dirname, '../../deploy/byhand.service'), 'utf8')
/** From 0, fully confined, to 10. A higher value means that a hardening option was lost. */
const MOST_EXPOSURE = 1.5

/** A copy whose program exists on this machine. */
function copyOf(text: string, name: string): string {
  const folder = join(deployFolder(), name)
  mkdirSync(folder, { recursive: true })
  const program = join(folder, 'byhand')
  writeFileSync(program, '#!/bin/sh\n', { mode: 0o755 })
  const file = join(folder, 'byhand.service')
  writeFileSync(file, text.replace(/^ExecStart=\S+/m, `ExecStart=${program}`))
  return file
}

describe('the systemd unit', () => {
  it('passes systemd-analyze verify without output', async () => {
    const { code, stdout, stderr } = await run('systemd-analyze', [
      'verify',
      '--man=no',
      copyOf(UNIT, 'unit'),
    ])
    expect(stdout + stderr).toBe('')
    expect(code).toBe(0)
  })

  it('control: a misspelled line is reported', async () => {
    const wrong = copyOf(UNIT.replace('ProtectSystem=', 'ProtectSytem='), 'wrong-unit')
    const { stdout, stderr } = await run('systemd-analyze', ['verify', '--man=no', wrong])
    expect(stdout + stderr).toContain('ProtectSytem')
  })

  it(`has an exposure level of at most ${MOST_EXPOSURE}`, async () => {
    const said = await mustRun('systemd-analyze', [
      ...['security', '--offline=true', '--no-pager', copyOf(UNIT, 'unit')],
    ])
    const overall = /Overall exposure level for byhand.service: ([\d.]+) (\w+)/.exec(said)
    console.log(overall?.[0])
    expect(Number(overall?.[1])).toBeLessThanOrEqual(MOST_EXPOSURE)
  })
})

describe('a systemd that runs the unit', () => {
  const NAME = 'byhand-test-systemd'
  const IMAGE = 'localhost/byhand-systemd'
  const INSTALLED = '/opt/byhand/node_modules'
  const inContainer = (...words: string[]) => podman('exec', NAME, ...words)
  const isReady = async () => {
    const check = await tryPodman('exec', NAME, 'node', `${INSTALLED}/byhand/deploy/healthcheck.js`)
    expect(check.code, await inContainer('journalctl', '--unit', 'byhand', '--no-pager')).toBe(0)
  }

  beforeAll(async () => {
    const folder = join(deployFolder(), 'systemd')
    mkdirSync(folder, { recursive: true })
    // The folders that `npm install --prefix /opt/byhand byhand` creates.
    const lines = [
      `FROM ${SYSTEMD_IMAGE}`,
      `COPY --from=${BYHAND_IMAGE} /usr/local/bin/node /usr/local/bin/node`,
      `COPY --from=${BYHAND_IMAGE} /opt/byhand ${INSTALLED}/byhand`,
      `RUN mkdir ${INSTALLED}/.bin && ln -s ../byhand/bin/byhand.js ${INSTALLED}/.bin/byhand`,
      `RUN cp ${INSTALLED}/byhand/deploy/byhand.service /etc/systemd/system/ && systemctl enable byhand`,
    ]
    writeFileSync(join(folder, 'Containerfile'), `${lines.join('\n')}\n`)
    await podman('build', '--tag', IMAGE, '--file', join(folder, 'Containerfile'), folder)
    await podman('run', '--detach', '--name', NAME, '--privileged', '--systemd=always', IMAGE)
    await vi.waitFor(isReady, { timeout: 120_000, interval: 500 })
  })
  afterAll(() => tryPodman('rm', '--force', '--time', '0', NAME))

  it('confines the process', async () => {
    const pid = (await inContainer('systemctl', 'show', '--property=MainPID', '--value', 'byhand')).trim()
    const status = await inContainer('cat', `/proc/${pid}/status`)
    expect(status).not.toMatch(/^Uid:\t0/m)
    expect(status).toMatch(/^CapEff:\t0+$/m)
    expect(status).toMatch(/^NoNewPrivs:\t1$/m)
    // 2: seccomp filter mode.
    expect(status).toMatch(/^Seccomp:\t2$/m)
    expect(await inContainer('stat', '--format=%a', '/var/lib/private/byhand')).toBe('700\n')
  })

  it('restarts it after a crash', async () => {
    await inContainer('systemctl', 'kill', '--signal=KILL', 'byhand')
    await vi.waitFor(isReady, { timeout: 120_000, interval: 500 })
    expect(await inContainer('systemctl', 'show', '--property=NRestarts', 'byhand')).toBe('NRestarts=1\n')
  })

  it('stops it cleanly', async () => {
    await inContainer('systemctl', 'stop', 'byhand')
    const shown = await inContainer('systemctl', 'show', '--property=Result,ExecMainStatus', 'byhand')
    expect(shown.trim().split('\n').toSorted()).toEqual(['ExecMainStatus=0', 'Result=success'])
  })
})
