import type { ReactNode } from 'react'

export function Figure({ value, name }: { value: ReactNode; name: string }) {
  return (
    <div className="figure">
      <strong>{value}</strong>
      <span>{name}</span>
    </div>
  )
}
