/**
 * Words that are profane in any context, by language, and words that are insults when they address a person. Neutral
 * words for the body, sex or violence are not listed. All words are folded: no accents.
 */
import type { OwnLanguage } from './language.ts'

/** An asterisk stands for any ending. */
const PROFANE: Readonly<Record<OwnLanguage, string>> = {
  en: `fuck* motherfuck* mutherfuck* clusterfuck* mindfuck* fuk fukin* fck fcking fkn fuckin phuck* wtf stfu gtfo shit
shits shitty shitt* shitting shithead* shithole* shite bullshit* horseshit dipshit* batshit apeshit jackshit dogshit
chickenshit bitch* sonofabitch cunt* asshole* arsehole* ass asses arse dumbass* jackass* smartass* fatass* asshat*
asswipe* lardass dick dicks dickhead* dickwad* cock cocks cocksuck* pussy pussies pussie twat* wank* bollocks
bellend* prick pricks tosser* whore* hoes slut* skank* thot thots bastard* douche* douchebag* piss pisses jizz
cumshot* blowjob* handjob* nigger* nigga* niggah* niggaz nigg negroid* coon coons spic spics kike* chink chinks
gooks wetback* beaner* raghead* towelhead* sandnigg* paki pakis fag fags faggot* dyke dykes tranny trannies shemale*
retard retards retarded tard tards libtard* fucktard* goddamn* godamn* goddam* motherf* mfer* tits titties titty
boobs dildo* crapola bugger* twunt minge knobhead* scumbag* shitbag* cuck cucks cuntface milf milfs`,
  es: `mierda* putada* hijoputa* hijueputa* joder jodido* jodida* jodete jodan cabron* cabrona* gilipollas conazo pendejo*
pendeja* chinga* chingada* verga mamon* mamada* culero* polla pollas maricon* marica* pinche* carajo malparido*
gonorrea* mamaguevo* cojones cagar cagada* mierdero* soplapollas puta putas puto putos puton zorra zorras cojonudo
gilipuertas huevon* pelotudo* boludo* conchetumadre culiao*`,
  fr: `merde* putain* pute* salope* salaud* connard* connasse* conne encule* enculer batard* niquer foutre* chier chiant*
chiasse couille* couillon* bite bites pd tapette* enfoire* petasse* grognasse* fdp ntm bougnoule* negre* bicot* pede
pedes nique niquez trouduc branleur* branlette* poufiasse* emmerde* emmerder con cons`,
  de: `scheisse* scheiss* beschissen* arschloch* arsch arsche arschgeige* wichser* wixer* fick* gefickt* ficker* fotze*
hurensohn* hure huren nutte* schlampe* miststuck* drecksau* drecksack* bastard* schwuchtel* kanake* neger* nigger*
spasti* missgeburt* pisser* verpiss* kacke* kack* vollidiot* wichs* hackfresse* dreckschwein* saukerl*
schwanzlutscher* hurens* verfickt* idiot idioten vollpfosten vollhorst`,
  pt: `merda* porra* caralho* foda* foder fodido* fodida* fodase buceta* boceta* cuzao viado* arrombado* desgracado*
cacete* piroca* babaca* otario* vadia* vagabunda* piranha* filhodaputa* fdp pqp vsf vtnc caralhos bosta* punheta*
punheteiro* puta putas puto putos putaria* cona bichona`,
  it: `merda* cazzo* cazzi cazzata* cazzone* stronz* vaffanculo* fanculo coglion* puttana* puttane troia* troie mignotta*
zoccola* figa fica minchia* bastard* frocio* froci ricchione* cornuto* incazzat* rompicoglioni merdoso* negro negri
porcodio porcamadonna diocane puttanata* sfigat* coglionata*`,
  nl: `kut* klootzak* klote* lul lullen hoer* hoeren slet sletten godverdomme* gvd verdomme flikker* mietje* mongool*
debiel* neuk* geneukt* schijt* stront* rotzak* teef teven achterlijk* opgeflikkerd opkankeren makak* kankerlijer*
kankerhoer* kankerhond* kankerwijf* kankerzooi* teringlijer* tyfuslijer* teringwijf* eikel eikels hufter* lulhannes
kutwijf*`,
}

/** English words that are insults only when they describe a person. */
export const INSULTS = new Set(
  `idiot idiots idiotic moron morons moronic imbecile imbeciles stupid dumb dumber dumbest loser losers liar liars coward cowards
scum trash garbage pathetic disgusting disgrace hypocrite hypocrites ignorant delusional lunatic lunatics psycho psychopath
creep creeps pervert perverts pig pigs clown clowns fool fools jerk jerks weirdo freak freaks bigot bigots racist racists
fascist fascists nazi nazis traitor traitors vile evil insane crazy worthless`.split(/\s+/),
)

/** Insults in any context. */
export const STRONG_INSULTS = new Set(
  'idiot idiots moron morons moronic imbecile imbeciles scum scumbag dumbass'.split(' '),
)

const EXACT = new Map<OwnLanguage, ReadonlySet<string>>()
const BEGINNINGS = new Map<OwnLanguage, readonly string[]>()
for (const [language, words] of Object.entries(PROFANE) as [OwnLanguage, string][]) {
  const all = words.split(/\s+/)
  EXACT.set(language, new Set(all.filter((word) => !word.endsWith('*'))))
  BEGINNINGS.set(
    language,
    all.filter((word) => word.endsWith('*')).map((word) => word.slice(0, -1)),
  )
}

/** Longer endings would match harmless words with the same beginning. */
const LONGEST_ENDING = 6

export function isProfaneWord(folded: string, language: OwnLanguage): boolean {
  if (EXACT.get(language)?.has(folded)) return true
  return (BEGINNINGS.get(language) ?? []).some(
    (beginning) => folded.startsWith(beginning) && folded.length - beginning.length <= LONGEST_ENDING,
  )
}
