/** The answers that every run types. Capitals and punctuation need Shift, which some drivers omit. */
const FIRST = [
  'The bus was late AGAIN, so I walked to the Market Square; it took 20 minutes! Still, the river path was quiet & nice.',
  'Went to the dentist on Friday. The tram came on time, but my Bike was stolen near the Library (third time!). Not good.',
  'I drove to my Sister\'s place. Parking took "only" 15 minutes. The new crossing at Hill Road is a mess: no Sign at all!',
  'Took the 42 to the Station, then walked. It rained, I forgot my Umbrella, and the lift was broken. Why? Nobody knows.',
  'We walked to School with two kids. Nice Weather! But cars on Elm Street go far too fast: 50 or more, I would say.',
] as const

const SECOND = [
  'More benches and a safer Crossing, please!',
  'Cheaper tickets for Students. That is all.',
  'A bicycle lane on the Bridge, not just paint.',
  'Buses after 10 pm, at least on Weekends!',
  'Lower the Speed limit near the School.',
] as const

export function answersFor(run: number): { readonly first: string; readonly second: string } {
  return {
    first: FIRST[run % FIRST.length] as string,
    second: SECOND[(run * 2 + 1) % SECOND.length] as string,
  }
}
