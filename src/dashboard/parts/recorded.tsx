/** Text that came from a visitor: a text node, kept apart so that its direction cannot turn its surroundings round. */
export function Recorded({ children, className }: { children: string; className?: string }) {
  return <bdi className={className}>{children}</bdi>
}
