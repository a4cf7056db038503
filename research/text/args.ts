/** Command-line options of the text tools: `--name value`. */
export function option(name: string): string | undefined {
  const at = process.argv.indexOf(`--${name}`)
  return at === -1 ? undefined : process.argv[at + 1]
}

export function required(name: string): string {
  const value = option(name)
  if (value === undefined) throw new Error(`--${name} is required`)
  return value
}
