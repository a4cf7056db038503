import { texts } from '../texts.ts'

export function Brand() {
  return (
    <>
      <svg viewBox="0 0 32 32" aria-hidden="true">
        <rect width="32" height="32" rx="8" className="brand-background" />
        <path d="M6 21c3-9 6-12 8-11s-2 9 1 10 4-8 7-8 1 6 4 6" className="brand-stroke" />
      </svg>
      {texts.name}
    </>
  )
}
