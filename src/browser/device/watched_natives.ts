/**
 * Functions that disguises replace, by the name under which a replacement is reported. None returns a promise, whose
 * rejection would be visible to the page.
 */
import { attempt, win } from '../natives.ts'

type Run = (this: unknown) => unknown
type Owner = { readonly prototype: object }

export const NAVIGATOR_MEMBERS: readonly string[] =
  'webdriver,userAgent,platform,vendor,languages,hardwareConcurrency,deviceMemory,maxTouchPoints'.split(',')

/** Getters and methods of these prototypes. */
const WATCHED: readonly string[] = [
  ...NAVIGATOR_MEMBERS.map((member) => `Navigator.${member}`),
  'HTMLIFrameElement.contentWindow',
  'Element.attachShadow',
  'WebGLRenderingContext.getParameter',
  'Function.toString',
]

export function watchedNatives(): [name: string, run: Run][] {
  const found: [string, Run][] = []
  for (const name of WATCHED) {
    const [owner, member] = name.split('.') as [string, string]
    const { get, value } =
      attempt(() => Object.getOwnPropertyDescriptor(((win as never)[owner] as Owner).prototype, member)) ?? {}
    const run = get ?? value
    if (run) found.push([name, run])
  }
  return found
}
