/** Untrusted text. `bdi` isolates its writing direction from the text around it. */
export function UserText({ children, className }: { children: string; className?: string }) {
  return <bdi className={className}>{children}</bdi>
}
