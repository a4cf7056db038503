/** What an IP address tells. `null`: no data to tell from, which is not the same as no. */
export interface NetworkFacts {
  /** ISO 3166-1 alpha-2. */
  readonly country: string | null
  readonly asn: number | null
  readonly operator: string | null
  readonly hosting: boolean | null
  readonly vpn: boolean | null
  readonly tor: boolean | null
  /** True where a privacy relay or a company's web gateway speaks for ordinary people. Absent otherwise. */
  readonly relay?: boolean
}

/** What the server saw as a batch arrived. Kept with the batch, so that a report can be recomputed from it. */
export interface Receipt {
  /** Milliseconds of the server's clock. */
  readonly at: number
  readonly network?: NetworkFacts
  /**
   * The browser's clock cannot be right: more than a day from the server's, or events later than their sending.
   * Its times are kept as they came; nothing is to be concluded from them alone.
   */
  readonly clock?: 'ahead' | 'behind' | 'broken'
  /** Request headers that a driver may forget to disguise. First batch of a tab only. */
  readonly userAgent?: string
  readonly clientHints?: string
  readonly acceptLanguage?: string
}
