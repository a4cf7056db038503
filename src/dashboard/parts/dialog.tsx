import { type ReactNode, useEffect, useId, useRef } from 'react'
import { texts } from '../texts.ts'

export interface DialogProps {
  readonly title: string
  readonly children: ReactNode
  /** For texts side by side. */
  readonly isWide?: boolean
  onClose(): void
}

/** A native dialog: it traps the focus, closes on Escape and restores the focus. */
export function Dialog({ title, children, isWide, onClose }: DialogProps) {
  const box = useRef<HTMLDialogElement>(null)
  const heading = useId()
  useEffect(() => {
    box.current?.showModal()
  }, [])
  return (
    <dialog ref={box} className={isWide ? 'wide' : undefined} aria-labelledby={heading} onClose={onClose}>
      <div className="dialog-head">
        <h2 id={heading}>{title}</h2>
        <button type="button" className="quiet" onClick={() => box.current?.close()}>
          {texts.close}
        </button>
      </div>
      {children}
    </dialog>
  )
}
