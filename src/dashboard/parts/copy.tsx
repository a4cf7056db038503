import { useRef, useState } from 'react'
import { texts } from '../texts.ts'
import { breakable } from './address.tsx'

export interface CopyProps {
  readonly text: string
  readonly label: string
  /** In a box of its own. */
  readonly isBlock?: boolean
  /** Sentences, not code. */
  readonly isProse?: boolean
}

/** Text with a copy button. Without clipboard access (plain http) the button selects the text instead. */
export function Copy({ text, label, isBlock, isProse }: CopyProps) {
  const shown = useRef<HTMLElement & HTMLParagraphElement>(null)
  const [status, setStatus] = useState('')
  async function copy() {
    try {
      await navigator.clipboard.writeText(text)
      setStatus(texts.copied)
    } catch {
      if (shown.current !== null) getSelection()?.selectAllChildren(shown.current)
      setStatus(texts.selected)
    }
  }
  const action = status === '' ? texts.copy : status
  return (
    <div className={isBlock ? 'copy block' : 'copy'}>
      {isBlock ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
        <section tabIndex={0} aria-label={label}>
          <pre>
            <code ref={shown}>{breakable(text)}</code>
          </pre>
        </section>
      ) : isProse ? (
        <p className="prose" ref={shown}>
          {text}
        </p>
      ) : (
        <code ref={shown}>{text}</code>
      )}
      <button type="button" onClick={copy} aria-label={`${action}: ${label}`}>
        {action}
      </button>
      <span className="visually-hidden" role="status">
        {status}
      </span>
    </div>
  )
}
