import { useMe, usePermissions } from '../me.ts'
import { texts } from '../texts.ts'
import { Notice } from './notice.tsx'

const words = texts.tor

/** For owners: there is no current list of Tor exits, and the command that fetches one. */
export function TorNotice() {
  const { service } = useMe()
  const can = usePermissions()
  if (!can.manage || service.tor_list === 'current') return null
  return (
    <Notice tone="watch">
      {words[service.tor_list]} {words.run} <code>{words.command}</code>
    </Notice>
  )
}
