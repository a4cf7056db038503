import type { ReactNode } from 'react'

export interface TableProps {
  /** Accessible name. */
  readonly name: string
  readonly head: readonly ReactNode[]
  readonly children: ReactNode
}

/** Scrolls horizontally on narrow screens, also by keyboard. */
export function Table({ name, head, children }: TableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
    // biome-ignore lint/a11y/useSemanticElements: a section would need a heading; this only names a scrolling box.
    <div className="scroll" role="region" aria-label={name} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {head.map((words, i) => (
              <th scope="col" key={i}>
                {words}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  )
}
