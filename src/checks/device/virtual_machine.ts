/**
 * virtual_machine: "Signals of a remote, virtualised, sandboxed or software-rendered environment" (spec 2.4).
 *
 * Why it works: virtual graphics adapters carry their maker's name; machines made for software lack what machines
 * made for people have.
 *
 * Whom it must not accuse: people on remote desktops and in computer rooms do live in such an environment: the
 * answer is true and weighs little. Privacy browsers that report UTC and two cores on purpose are left out.
 */
import { isSoftware, isVirtual } from '../../features/session/renderer.ts'
import type { SessionFeatures } from '../../features/session/session.ts'
import { detected, notDetected, type SessionCheck, unknown } from '../check.ts'

/** Each is common among people; three together are not. */
const ENOUGH_SIGNS = 3
const SIGNS_STRENGTH = 0.6

/** People's machines of the last ten years have four and more. */
const FEW_CORES = 2

export const virtualMachine: SessionCheck<Pick<SessionFeatures, 'device'>> = {
  name: 'virtual_machine',
  meaning: 'Signals of a remote, virtualised, sandboxed or software-rendered environment',

  thresholds: { signs: ENOUGH_SIGNS, cores: FEW_CORES },

  measure: ({ device }) => ({
    readings: device.readings,
    signs: findSigns(device).length,
    cores: device.cores ?? undefined,
  }),

  run({ device }) {
    if (isVirtual(device.renderers)) {
      return detected(1, 'the graphics adapter is a virtual one')
    }
    if (device.readings === 0 || device.browser.blurs || !device.browser.desktop) {
      return unknown('the browser said too little about its machine')
    }
    const signs = findSigns(device)
    const evidence = signs.join(', ')
    if (signs.length >= ENOUGH_SIGNS) return detected(SIGNS_STRENGTH, evidence)
    if (device.rendererAbsent) return unknown('the browser did not name its graphics adapter')
    return notDetected(
      signs.length === 0 ? 'no sign of a virtual machine' : `too little to tell: ${evidence}`,
    )
  },
}

function findSigns({
  renderers,
  cores,
  zone,
  available,
  screen,
  scrollbarWidth,
  browser,
}: SessionFeatures['device']): string[] {
  const signs: string[] = []
  if (isSoftware(renderers)) signs.push('graphics drawn in software')
  if (cores !== null && cores <= FEW_CORES) signs.push(`${cores} processor cores`)
  if (zone === 'UTC' || zone === 'Etc/UTC') signs.push('clock set to UTC')
  const bare =
    available !== null && screen !== null && available[0] === screen[0] && available[1] === screen[1]
  if (bare) signs.push('no task bar')
  if (scrollbarWidth === 0 && browser.engine === 'chromium' && browser.os !== 'mac')
    signs.push('no scroll bars')
  return signs
}
