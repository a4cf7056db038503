import { trace } from '../trace.ts'

/** Drivers keep a debugger attached. So do open developer tools. */
export const attachedDebugger = trace({
  kind: 'debugger',
  weight: 'attached_debugger',
  cause: 'tools',
  evidence: '{debugger}',
  parts: {
    throughout: 'a debugger that was attached both at load and at submit',
    once: 'an attached debugger',
  },
  find({ device: { probedAtLoad, probedAtSubmit } }) {
    if (probedAtLoad && probedAtSubmit) return ['throughout']
    return probedAtLoad || probedAtSubmit ? ['once'] : []
  },
})
