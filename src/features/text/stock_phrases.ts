/** Phrases that fit any question and answer none. English, folded. */
const PHRASES =
  `at the end of the day|it ?s what it is|it is what it is|when all ?i?s said and done|all things considered
(?:that|it) goes without saying|needless to say|as far as (?:i am|i ?m) concerned|in my (?:humble|honest|personal) opinion
to be (?:perfectly |completely |totally |quite )?honest(?: with you)?|for what it ?s worth|for all intents and purposes
in the long run|in the grand scheme of things|at this point in time|only time will tell|time will tell
last but not least|first and foremost|each and every (?:one|day)|one way or (?:another|the other)
there are (?:always )?two sides to every story|(?:you have to )?take the good with the bad
every(?:one|body) is entitled to (?:their|his or her) (?:own )?opinion|to each (?:their|his) own
different strokes for different folks|what (?:really )?matters most is(?: that)?|that being said|having said that
that is (?:just |really )?(?:all|how|what) i (?:can|could|feel|think|have to)(?: really)?(?: say)?(?: about it)?
at any rate|by and large|in a nutshell|long story short|the (?:fact of the matter|bottom line) is
if you know what i mean|if that makes sense|you know what i mean|and so on(?: and so forth)?
and (?:things|stuff) like that|or something like that|so to speak|as a matter of fact|believe it or not
in this day and age|now more than ever|better safe than sorry|better late than never|easier said than done
every cloud has a silver lining|everything happens for a reason|what goes around comes around|with all due respect
i think it ?(?:is|s) (?:safe|fair) to say|it is important to (?:note|remember|keep in mind)(?: that)?
i could go on and on|what (?:more|else) can i say|what can i say|you can(?: ?t|not) please every(?:one|body)
no(?:body| one) ?i?s perfect|life is what you make (?:of )?it|the rest is history|it takes all kinds|such is life
that ?s life|c est la vie|there is always room for improvement|(?:and|about) the whole thing`.replaceAll(
    '\n',
    '|',
  )

const STOCK = new RegExp(`(?<![^ ])(?:${PHRASES})(?![^ ])`, 'g')

/** `folded`: the answer. One that is nothing but such phrases stays as it is. */
export function withoutStockPhrases(folded: string): string {
  const rest = folded.replace(STOCK, ' ').replace(/ +/g, ' ').trim()
  return rest === '' ? folded : rest
}
