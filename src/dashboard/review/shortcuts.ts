/** Keyboard shortcuts of a page. They do not apply while a field has the focus or a dialog is open, except `?`. */
import { useEffect, useRef } from 'react'

export type Shortcuts = Readonly<Record<string, () => void>>

const FIELDS = 'input:not([type="checkbox"]), textarea, select, [contenteditable]'

export function useShortcuts(shortcuts: Shortcuts): void {
  const latest = useRef(shortcuts)
  latest.current = shortcuts
  useEffect(() => {
    function press(event: KeyboardEvent) {
      if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return
      if (event.target instanceof Element && event.target.closest(FIELDS)) return
      if (event.key !== '?' && document.querySelector('dialog[open]') !== null) return
      const run = latest.current[event.key.toLowerCase()]
      if (run === undefined) return
      event.preventDefault()
      run()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
}
