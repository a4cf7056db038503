import { type ReactNode, useLayoutEffect, useRef } from 'react'

export interface TableProps {
  /** Accessible name. */
  readonly name: string
  readonly head: readonly ReactNode[]
  readonly className?: string
  readonly children: ReactNode
}

/** On narrow screens, each row becomes a block of lines, and each cell repeats the name of its column. */
export function Table({ name, head, className, children }: TableProps) {
  const table = useRef<HTMLTableElement>(null)
  useLayoutEffect(() => {
    const names = [...(table.current?.tHead?.rows[0]?.cells ?? [])].map((cell) => cell.textContent)
    for (const row of table.current?.tBodies[0]?.rows ?? [])
      for (const [index, cell] of [...row.cells].entries()) cell.dataset.column = names[index] ?? ''
  })
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
    // biome-ignore lint/a11y/useSemanticElements: this is no set of fields; it only names a scrolling box.
    <div className="scroll" role="group" aria-label={name} tabIndex={0}>
      <table ref={table} className={className}>
        <thead>
          <tr>
            {head.map((words, i) =>
              words === '' ? (
                <td key={i} />
              ) : (
                <th scope="col" key={i}>
                  {words}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  )
}
