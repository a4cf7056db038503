/**
 * virtual_machine: "Signals of a remote, virtualized, sandboxed or software-rendered environment".
 *
 * Why it works: virtual graphics adapters carry their vendor's name, and machines without a user lack the hardware
 * and settings of personal computers. A phone with a computer's parts is emulated.
 *
 * Must not flag: privacy browsers that report UTC and two cores (exempt). People on remote desktops and in computer
 * labs do use such an environment, so the result is Detected, but its weight is low.
 */
import { isSoftware, isVirtual } from '../../features/session/renderer.ts'
import type { SessionFeatures } from '../../features/session/session.ts'
import { detected, notDetected, type SessionCheck, unknown } from '../check.ts'
import { counted, notEnough } from '../sentence.ts'

/** Each sign is common among people; three together are not. */
const ENOUGH_SIGNS = 3
const SIGNS_STRENGTH = 0.6

/** Personal computers of the last ten years have four or more. */
const FEW_CORES = 2

export const virtualMachine: SessionCheck<Pick<SessionFeatures, 'device'>> = {
  name: 'virtual_machine',
  reason: {
    observed: 'The browser ran on a virtual or remote machine',
    subject: 'the type of device',
  },

  thresholds: { signs: ENOUGH_SIGNS, cores: FEW_CORES },

  measure: ({ device }) => ({
    readings: device.readings,
    signs: findSigns(device).length,
    cores: device.cores ?? undefined,
  }),

  run({ device }) {
    if (isVirtual(device.renderers)) {
      return detected(1, 'The graphics adapter is virtual.')
    }
    if (device.phoneContradictions.length >= ENOUGH_SIGNS) {
      return detected(SIGNS_STRENGTH, 'A desktop browser emulates a phone.')
    }
    if (device.readings === 0 || device.browser.blurs || !device.browser.desktop) {
      return unknown('The browser reported too little about its machine.')
    }
    const signs = findSigns(device)
    if (signs.length >= ENOUGH_SIGNS) return detected(SIGNS_STRENGTH, `Found: ${signs.join(', ')}.`)
    if (device.rendererAbsent) return unknown('The browser did not name its graphics adapter.')
    return notDetected(signs.length === 0 ? 'No sign of a virtual machine.' : notEnough(signs))
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
  if (isSoftware(renderers)) signs.push('software graphics')
  if (cores !== null && cores <= FEW_CORES) signs.push(counted(cores, 'processor core'))
  if (zone === 'UTC' || zone === 'Etc/UTC') signs.push('clock set to UTC')
  const bare =
    available !== null && screen !== null && available[0] === screen[0] && available[1] === screen[1]
  if (bare) signs.push('no taskbar')
  if (scrollbarWidth === 0 && browser.engine === 'chromium' && browser.os !== 'mac')
    signs.push('no scrollbars')
  return signs
}
