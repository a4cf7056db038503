import { useRef, useState } from 'react'
import { texts } from '../texts.ts'

/** Text to take away. Where the browser lends no clipboard (plain http), the text is selected instead. */
export function Copy({ text, label, isBlock }: { text: string; label: string; isBlock?: boolean }) {
  const shown = useRef<HTMLElement>(null)
  const [said, say] = useState('')
  async function copy() {
    try {
      await navigator.clipboard.writeText(text)
      say(texts.copied)
    } catch {
      if (shown.current !== null) getSelection()?.selectAllChildren(shown.current)
      say(texts.selected)
    }
  }
  return (
    <div className={isBlock ? 'copy block' : 'copy'}>
      {isBlock ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
        <section tabIndex={0} aria-label={label}>
          <pre>
            <code ref={shown}>{text}</code>
          </pre>
        </section>
      ) : (
        <code ref={shown}>{text}</code>
      )}
      <button type="button" onClick={copy} aria-label={`${texts.copy}: ${label}`}>
        {said === '' ? texts.copy : said}
      </button>
      <span className="unseen" role="status">
        {said}
      </span>
    </div>
  )
}
