import { type ReactNode, useEffect, useRef } from 'react'

export interface MenuProps {
  /** Content of the button. */
  readonly button: ReactNode
  /** Accessible name of a button without words. */
  readonly name?: string
  readonly className?: string
  readonly children: ReactNode
}

/** A button that opens a box below it. A click elsewhere, Escape and a followed link close it. */
export function Menu({ button, name, className, children }: MenuProps) {
  const box = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    const close = () => box.current?.removeAttribute('open')
    function click(event: Event) {
      if (event.target instanceof Node && box.current?.contains(event.target) !== true) close()
    }
    function press(event: KeyboardEvent) {
      if (event.key !== 'Escape' || box.current?.open !== true) return
      close()
      box.current.querySelector('summary')?.focus()
    }
    document.addEventListener('click', click)
    document.addEventListener('keydown', press)
    return () => {
      document.removeEventListener('click', click)
      document.removeEventListener('keydown', press)
    }
  }, [])
  return (
    <details ref={box} className={className === undefined ? 'menu' : `menu ${className}`}>
      <summary aria-label={name}>{button}</summary>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: following a link closes the menu, whatever it was followed with. */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the links inside are the interactive elements. */}
      <div
        className="menu-box"
        onClick={({ target }) => {
          if (target instanceof Element && target.closest('a') !== null) box.current?.removeAttribute('open')
        }}
      >
        {children}
      </div>
    </details>
  )
}
