import { describe, expect, it } from 'vitest'
import { foldSession } from '../../features/session/session.ts'
import { softwareRenderer } from './software_renderer.ts'

const blank = foldSession({ sessionId: '', userId: null, tags: [], batches: [], tampered: 0, overflow: 0 })
const run = (renderers: string[], blurs = false) =>
  softwareRenderer.run({
    device: {
      ...blank.device,
      renderers,
      rendererAbsent: renderers.length === 0,
      browser: { ...blank.device.browser, blurs },
    },
  }).result

describe('software_renderer', () => {
  it.each([
    'ANGLE (Google, Vulkan 1.3.0 (SwiftShader Device (Subzero) (0x0000C0DE)), SwiftShader driver)',
    'llvmpipe (LLVM 15.0.6, 256 bits)',
    'ANGLE (Microsoft, Microsoft Basic Render Driver Direct3D11 vs_5_0 ps_5_0)',
  ])('detects %s', (renderer) => {
    expect(run([renderer])).toBe('Detected')
  })

  it.each([
    'ANGLE (Intel, Intel(R) Iris(R) Xe Graphics)',
    'Apple M3',
    'Mali-G715',
    'Adreno (TM) 740',
    'Warpspeed 9000',
  ])('clears %s', (renderer) => {
    expect(run([renderer])).toBe('Not detected')
  })

  it('is Unknown without a name, or with an invented one', () => {
    expect(run([])).toBe('Unknown')
    expect(run(['ANGLE (xYhG, 8fHr3Zs)'], true)).toBe('Unknown')
  })
})
