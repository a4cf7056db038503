/**
 * Words that are profane in any context, by language, and words that are profane or insults only if they address the
 * reader. Neutral words for the body, sex or violence are not listed. All words are folded: no accents.
 */
import type { OwnLanguage } from './language.ts'

/** An asterisk stands for any ending. */
const PROFANE: Readonly<Record<OwnLanguage, string>> = {
  en: `fuck* spic spics gooks paki pakis retard retards tard tards fvck* fcuk* motherfuck* mutherfuck* clusterfuck* mindfuck* fuk fukin* fck fcking fkn fuckin phuck* stfu gtfo shit shits
shitty shitt* shitting shithead* shithole* shite bullshit* horseshit dipshit* batshit apeshit jackshit dogshit
chickenshit bitch* sonofabitch cunt* asshole* arsehole* dumbass* fatass* asshat* asswipe* lardass dickhead* dickwad*
cocksuck* twat* wank* bellend* whore* slut* skank* douchebag* jizz cumshot* blowjob* handjob* nigger* nigga* niggah*
niggaz nigg negroid* kike* wetback* beaner* raghead* towelhead* sandnigg* faggot* tranny trannies shemale* libtard*
fucktard* motherf* mfer* twunt knobhead* shitbag* cuntface`,
  es: `mierda* putada* hijoputa* hijueputa* joder jodido* jodida* jodete jodan cabron* cabrona* gilipollas conazo pendejo*
pendeja* chinga* chingada* mamon* culero* maricon* malparido* gonorrea* mamaguevo* cojones cagada* mierdero*
soplapollas gilipuertas pelotudo* conchetumadre culiao*`,
  fr: `merde* putain* salope* salaud* connard* connasse* encule* enculer niquer foutre* chiasse couille* couillon* tapette*
enfoire* petasse* grognasse* fdp ntm bougnoule* negre* bicot* pede pedes nique niquez trouduc branleur* branlette*
poufiasse* emmerde* emmerder`,
  de: `scheisse* scheiss* beschissen* arschloch* arschgeige* wichser* wixer* fick* gefickt* ficker* fotze* hurensohn* hure
huren nutte* schlampe* miststuck* drecksau* drecksack* schwuchtel* kanake* neger* nigger* spasti* missgeburt* pisser*
verpiss* wichs* hackfresse* dreckschwein* schwanzlutscher* hurens* verfickt*`,
  pt: `merda* porra* caralho* foda* foder fodido* fodida* fodase buceta* boceta* cuzao viado* arrombado* desgracado* piroca*
vadia* filhodaputa* fdp pqp vsf vtnc caralhos bosta* punheta* punheteiro* putaria* cona bichona`,
  it: `merda* cazzo* cazzi cazzata* cazzone* stronz* vaffanculo* fanculo coglion* puttana* puttane mignotta* zoccola*
minchia* bastard* frocio* froci ricchione* rompicoglioni merdoso* porcodio porcamadonna diocane puttanata* coglionata*`,
  nl: `klootzak* hoer* hoeren slet sletten godverdomme* flikker* mietje* neuk* geneukt* schijt* stront* rotzak* opgeflikkerd
opkankeren makak* kankerlijer* kankerhoer* kankerhond* kankerwijf* kankerzooi* teringlijer* tyfuslijer* teringwijf*
hufter* lulhannes kutwijf*`,
}

/** Words that no supported language uses otherwise, so that a few of them in any answer are enough. */
const IN_ANY_LANGUAGE = new Set(
  `fuck fucks fucked fucker fuckers fucking motherfucker motherfuckers asshole assholes
mierda mierdas gilipollas pendejo pendeja pendejos cabron cabrones hijoputa hijueputa maricon joder jodete chinga chingada
merde putain connard connards connasse salope salopes encule encules enculer niquer nique foutre
scheisse scheiss arschloch arschlocher wichser hurensohn fotze ficken
caralho merda fodase buceta cazzo vaffanculo fanculo stronzo stronza stronzi coglione coglioni puttana puttane minchia
klootzak klootzakken godverdomme kankerlijer`.split(/\s+/),
)

/** Words that are profane only if they address the reader or are the whole answer: "great tits", "pain in the ass". */
const CONTEXTUAL: Readonly<Record<OwnLanguage, string>> = {
  en: `wtf ass asses arse jackass* smartass* dick dicks cock cocks pussy pussies pussie bollocks prick pricks tosser* hoes thot thots bastard* douche* piss pisses coon coons chink chinks fag fags dyke dykes retarded goddamn* godamn* goddam* tits titties titty boobs dildo* crapola bugger* minge cuck cucks milf milfs scumbag*`,
  es: `polla pollas verga mamada* pinche* puta putas puto putos puton zorra zorras cojonudo marica* huevon* boludo* carajo cagar`,
  fr: `conne pute* batard* chier chiant* bite bites pd con cons`,
  de: `arsch arsche bastard* kacke* kack* idiot idioten vollidiot* vollpfosten vollhorst saukerl*`,
  pt: `cacete* piranha* vagabunda* puta putas puto putos babaca* otario*`,
  it: `figa fica incazzat* sfigat* negro negri cornuto* troia* troie`,
  nl: `kut* klote* lul lullen verdomme gvd eikel eikels debiel* achterlijk* mongool* teef teven`,
}

/** Words that are insults only if they address the reader. */
const INSULTS: Readonly<Record<OwnLanguage, string>> = {
  en: `idiot* moron* imbecile* stupid dumb dumbass* dumber dumbest loser* liar* coward* scum trash garbage pathetic disgusting
disgrace hypocrite* ignorant delusional lunatic* psycho* creep* pervert* pig pigs clown* fool fools foolish jerk jerks
weirdo* freak freaks bigot* racist* fascist* nazi nazis traitor* vile evil insane crazy worthless useless`,
  es: 'idiota* imbecil* estupid* tont* payas* basura inutil*',
  fr: 'idiot* imbecile* stupide* debile* cretin* abruti* ordure* nul nulle',
  de: 'dumm* bloed* depp* trottel* spinner* idiot*',
  pt: 'idiota* imbecil* estupid* burro* lixo palhac*',
  it: 'idiota* idioti imbecill* stupid* cretin* scem* schifos*',
  nl: 'idioot* sukkel* dom domme stom stomme',
}

/** Words for the reader, before or after an insult. */
export const READER: Readonly<Record<OwnLanguage, ReadonlySet<string>>> = {
  en: new Set('you u ur youre your yourself ya'.split(' ')),
  es: new Set('tu tus te eres usted ustedes vosotros sois'.split(' ')),
  fr: new Set('tu toi t te vous votre ta ton espece'.split(' ')),
  de: new Set('du dich dir ihr euch dein deine bist seid'.split(' ')),
  pt: new Set('tu te voce voces vc vcs seu sua seus'.split(' ')),
  it: new Set('tu te ti sei siete voi tuo tua'.split(' ')),
  nl: new Set('jij je jou jullie u bent uw jouw'.split(' ')),
}

type WordList = Readonly<Record<OwnLanguage, { exact: ReadonlySet<string>; beginnings: readonly string[] }>>

const listOf = (words: Readonly<Record<OwnLanguage, string>>): WordList =>
  Object.fromEntries(
    Object.entries(words).map(([language, text]) => {
      const all = text.split(/\s+/)
      const beginnings = all.filter((word) => word.endsWith('*')).map((word) => word.slice(0, -1))
      return [language, { exact: new Set(all.filter((word) => !word.endsWith('*'))), beginnings }]
    }),
  ) as unknown as WordList

const LISTS = { profane: listOf(PROFANE), contextual: listOf(CONTEXTUAL), insult: listOf(INSULTS) }

export type WordKind = keyof typeof LISTS

/** Longer endings would match harmless words with the same beginning. */
const LONGEST_ENDING = 6

/** Null for a word that is in no list. `folded`: lower case, no accents. `language`: null: none with a list. */
export function kindOfWord(folded: string, language: OwnLanguage | null): WordKind | null {
  if (IN_ANY_LANGUAGE.has(folded)) return 'profane'
  if (language === null) return null
  for (const kind of ['profane', 'contextual', 'insult'] as const) {
    const { exact, beginnings } = LISTS[kind][language]
    if (exact.has(folded)) return kind
    const isDerived = (beginning: string) =>
      folded.startsWith(beginning) && folded.length - beginning.length <= LONGEST_ENDING
    if (beginnings.some(isDerived)) return kind
  }
  return null
}
