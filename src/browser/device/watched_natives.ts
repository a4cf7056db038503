/**
 * Functions that disguises replace, by the name under which a replacement is reported. None that answers with a
 * promise: called wrongly, it would be rejected before everybody's eyes.
 */
import { win } from '../natives.ts'

type Owner = { readonly prototype: object } | undefined

export const NAVIGATOR_MEMBERS: readonly string[] = [
  'webdriver',
  'userAgent',
  'platform',
  'vendor',
  'languages',
  'hardwareConcurrency',
  'deviceMemory',
  'maxTouchPoints',
]

/** Getters and methods of these prototypes. */
const WATCHED: Readonly<Record<string, readonly string[]>> = {
  Navigator: NAVIGATOR_MEMBERS,
  HTMLIFrameElement: ['contentWindow'],
  Element: ['attachShadow'],
  WebGLRenderingContext: ['getParameter'],
  Function: ['toString'],
}

export function watchedNatives(): [name: string, run: (this: unknown) => unknown][] {
  const found: [string, (this: unknown) => unknown][] = []
  for (const owner in WATCHED) {
    for (const member of WATCHED[owner] as readonly string[]) {
      const { prototype } = ((win as never)[owner] as Owner) ?? {}
      const { get, value } = (prototype && Object.getOwnPropertyDescriptor(prototype, member)) ?? {}
      if (get ?? value) found.push([`${owner}.${member}`, get ?? value])
    }
  }
  return found
}
