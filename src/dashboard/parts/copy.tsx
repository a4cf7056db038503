import { type RefObject, useRef, useState } from 'react'
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

/** Text with a copy button. */
export function Copy({ text, label, isBlock, isProse }: CopyProps) {
  const shown = useRef<HTMLElement & HTMLParagraphElement>(null)
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
      <CopyButton text={text} label={label} shown={shown} />
    </div>
  )
}

export interface CopyButtonProps extends Pick<CopyProps, 'text' | 'label'> {
  /** Contains the text. */
  readonly shown: RefObject<HTMLElement | null>
  readonly name?: string
}

/** Without clipboard access (plain http), the button selects the text instead. */
export function CopyButton({ text, label, shown, name = texts.copy }: CopyButtonProps) {
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
  const action = status === '' ? name : status
  return (
    <>
      <button type="button" onClick={copy} aria-label={`${action}: ${label}`}>
        {action}
      </button>
      <span className="visually-hidden" role="status">
        {status}
      </span>
    </>
  )
}
