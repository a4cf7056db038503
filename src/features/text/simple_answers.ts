/** Simple answers that many people give alike: yes, no, none, n/a, don't know, a number. */
import { foldText } from './normalize.ts'

/** Folded: lower case, no accents, no punctuation. One list for all languages. */
const SIMPLE = new Set(
  `yes|yeah|yep|yup|ya|no|nope|nah|na|n a|none|nil|null|nothing|nothing really|nothing at all|not really|not applicable
not sure|unsure|no idea|no clue|no comment|no comments|no answer|no response|no opinion|no preference|no thanks
no thank you|idk|dk|dont know|don t know|i dont know|i don t know|i do not know|dunno|i dunno|not that i know of
not that i can think of|nothing comes to mind|can t think of anything|cant think of anything|maybe|perhaps|possibly
sometimes|never|always|often|rarely|ok|okay|fine|good|bad|great|nice|sure|true|false|agree|disagree|everything|anything
all|both|neither|same|same as above|see above|as above|blank|empty|skip|pass|test|x|xx|xxx|thanks|thank you|hello|hi
hey|lol|meh|hmm|none of the above|all of the above|not much|a lot|very much|very good|it is good|it s good|it is ok
no nothing|nothing specific|nothing in particular|none really|nothing special|no reason|no problem|no problems|no issues
si|no se|ninguno|ninguna|nada|no aplica|no lo se|nose|no estoy seguro|no estoy segura|tal vez|quizas|quiza|bien|mal
bueno|buena|todo|todos|nunca|siempre|a veces|igual|ns nc|ns|nc|no sabe|no tengo|sin comentarios|ningun comentario|gracias
muy bien|de acuerdo|nada en particular|nada mas
oui|non|aucun|aucune|rien|je ne sais pas|je sais pas|jsp|nsp|sais pas|peut etre|jamais|toujours|parfois|bien|tout
sans avis|sans reponse|pas d avis|aucune idee|pas d opinion|ras|neant|sans objet|merci|ca va|c est bien|tres bien
rien de particulier|rien de special|bof
ja|nein|nee|keine|keiner|kein|nichts|weiss nicht|weiss ich nicht|ich weiss nicht|ich weiss es nicht|keine ahnung
keine angabe|keine angaben|k a|ka|vielleicht|nie|niemals|immer|manchmal|gut|schlecht|alles|egal|entfallt|danke
keine meinung|nichts besonderes|sehr gut|passt|in ordnung
sim|nao|nenhum|nenhuma|nada|nao sei|sei la|talvez|nunca|sempre|as vezes|bom|boa|mau|tudo|tanto faz|nao se aplica|obrigado
obrigada|muito bom|nada a declarar|nada a dizer|sem comentarios|sem opiniao
si|nessuno|nessuna|niente|nulla|non so|non lo so|boh|forse|mai|sempre|a volte|bene|male|tutto|uguale|non applicabile
grazie|molto bene|va bene|nessun commento|nessuna idea|niente di particolare
geen|niets|weet niet|weet ik niet|ik weet het niet|geen idee|misschien|nooit|altijd|soms|goed|slecht|alles
maakt niet uit|n v t|nvt|geen mening|niets bijzonders|bedankt|dank je|heel goed|prima`
    .split(/[|\n]/)
    .map((answer) => answer.trim()),
)

export function isSimpleAnswer(text: string): boolean {
  return isSimpleFolded(foldText(text))
}

export function isSimpleFolded(folded: string): boolean {
  if (folded === '' || SIMPLE.has(folded)) return true
  if (/^[\p{N} ]+$/u.test(folded)) return true
  const words = folded.split(' ')
  return words.length <= 4 && words.every((word) => SIMPLE.has(word))
}

/** Declines to answer: "no", "nada", "I have never felt this", "can't think of anything", "same as above". */
const DECLINES =
  /^(?:(?:i|we|i ve|sorry|really|there is|there s|it) )*(?:do not|don t|dont|does not|doesn t|doesnt|did not|didn t|have not|haven t|have never|never|cannot|can not|can t|cant|could not|couldn t|not|no|nope|nah|none|nothing|nobody|nil|null|n a|na|idk|dk|dunno|unsure|see|same|as|skip|pass|nada|ninguno|ninguna|ns nc|rien|aucune?|non|je ne|jsp|nein|nichts|keine?|weiss nicht|ich weiss|nao|nenhuma?|niente|nessun[oa]?|nulla|boh|geen|niets|nee|weet)\b/

/** A longer text says more than that. */
const DECLINING_WORDS = 14

export const isDeclining = (folded: string): boolean =>
  DECLINES.test(folded) && folded.split(' ').length <= DECLINING_WORDS

/** A simple answer, or a short sentence that declines to answer. Many people repeat either. */
export const isNonAnswer = (folded: string): boolean => isSimpleFolded(folded) || isDeclining(folded)
