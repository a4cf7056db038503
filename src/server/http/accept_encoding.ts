/** The `Accept-Encoding` header of a request (RFC 9110). */

export type Encoding = 'br' | 'gzip'

/** The first of these encodings that the client accepts: by its name or by `*`, without a weight of zero. */
export function acceptedEncoding(
  header: string | string[] | undefined,
  encodings: readonly Encoding[],
): Encoding | undefined {
  const codings = [header ?? ''].flat().join(',').split(',')
  const weights = new Map(
    codings.map((coding): [string, number] => {
      const [name = '', ...parameters] = coding.split(';').map((part) => part.trim().toLowerCase())
      const weight = parameters.find((parameter) => parameter.startsWith('q='))
      return [name.replace(/^x-gzip$/, 'gzip'), weight === undefined ? 1 : Number(weight.slice(2))]
    }),
  )
  return encodings.find((encoding) => (weights.get(encoding) ?? weights.get('*') ?? 0) > 0)
}
