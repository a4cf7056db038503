/** Classifies questions whose answers need special treatment. */
import { foldText } from './normalize.ts'
import { isStopWord } from './stop_words.ts'

const SHOWN =
  'image|images|picture|pictures|photo|photos|photograph|video|clip|audio|recording|screenshot|figure|chart|graph|map|advert|advertisement|ad|ads|logo|poster|passage|article|text|paragraph|excerpt|story|sentence|statement|statements|scenario|vignette|conversation|transcript|email|letter|page|screen|slide|list|table|quote|poem|song|package|packaging|concept|imagen|foto|texto|anuncio|historia|image|photo|texte|annonce|histoire|bild|foto|text|anzeige|geschichte|imagem|texto|anuncio|historia|immagine|foto|testo|annuncio|storia|afbeelding|foto|tekst|advertentie|verhaal'

/** The question refers to content that was not sent: an image, a text above, a product, an earlier answer. */
const REFERS = new RegExp(
  [
    `\\b(?:the|this|that|these|those|which|each|la|el|esta|este|las|los|estas|estos|l|le|cette|ce|ces|les|das|die|der|den|dem|dieses|diese|dieser|diesen|essa|esse|il|questa|questo|questi|queste|het|deze|dit) (?:\\w+ )?(?:${SHOWN})\\b`,
    '\\b(?:above|below|following|previous|preceding|shown|displayed|depicted|anterior|siguiente|suivante?|ci dessus|oben|unten|folgenden?|vorherigen?|acima|abaixo|seguintes?|sopra|seguente|precedente|hierboven|hieronder|volgende|vorige)\\b',
    '\\byou (?:have )?(?:just )?(?:saw|seen|read|watched|heard|viewed|listened|selected|chose|chosen|picked|answered|rated|indicated|mentioned)\\b',
    '\\b(?:did|do) you (?:choose|select|pick|give|rate|answer|say) (?:it|that|this|so|the)\\b',
    '\\byour (?:last|previous|earlier|above)? ?(?:answer|response|choice|selection|rating|score)\\b',
    '\\b(?:please|bitte|por favor) (?:explain|elaborate|specify|describe it|clarify|especifique|explique|erlautern|erklaren)\\b',
    '^(?:and )?why(?: not)?$|^how so$|^porque|^por que(?: no)?$|^pourquoi(?: pas)?$|^warum(?: nicht)?$|^perche(?: no)?$|^waarom(?: niet)?$|^other\\b|^otro\\b|^autre\\b|^andere',
    '^(?:what|how) (?:do|did) you (?:think|feel|like)(?: most| best| least)?(?: about)? (?:it|this|that|these|them)$',
  ].join('|'),
)

/** Questions that accept any answer. */
const OPEN =
  /\b(?:anything else|any (?:other |additional |further )?(?:comments?|feedback|thoughts?|suggestions?|remarks?|questions?)|comments|other comments|feedback|is there anything|something else|final thoughts|algo mas|otro comentario|comentarios|autre chose|commentaires?|remarques?|sonst noch|anmerkungen?|kommentare?|mais alguma coisa|altri commenti|qualcos altro|opmerkingen)\b/

/** Names, addresses, numbers: browsers fill them in, and the answer is not a sentence. */
const PERSONAL =
  /\b(?:name|first name|last name|surname|e mail|email|mail|phone|telephone|mobile|address|street|city|town|zip|zipcode|post ?code|postal code|country|state|company|employer|organi[sz]ation|job title|occupation|profession|nombre|apellidos?|correo|telefono|direccion|ciudad|nom|prenom|adresse|telephone|ville|vorname|nachname|strasse|stadt|ort|nome|sobrenome|endereco|cidade|cognome|indirizzo|citta|naam|voornaam|achternaam|adres|woonplaats)\b/

/** The longest label of a field, and the longest question that asks for personal data only. */
const LABEL_WORDS = 3
const PERSONAL_WORDS = 8
const ASKS_FOR =
  /^(?:what is|what s|whats|what are|please (?:enter|give|provide|type|write|state)|enter|your|which|in which|where|who is|cual es|en que|quel(?:le)? est|dans quel|was ist|wie ist|wie lautet|in welche[rms]|qual e|qual o|em que|in quale|wat is|in welk)\b/

/** A question with fewer words is only a label, such as a column header. */
const ASKING_WORDS = 3

/** Words of questions that name no topic: "What did you like?" */
const GENERAL = new Set(
  `answer best better comment describe detail details did dislike disliked enjoy enjoyed expect expected experience
  explain feel feeling feelings felt first freely general good happen happened hate honest honestly idea ideas
  impression impressions improve learn learned least like liked likes love loved made make mean mind need notice
  noticed opinion opinions own please prefer react reaction reactions really reason remember respond response
  responses say see sentence sentences share sharing short tell thing things think thinking thought thoughts today
  view views want way well went word words worst would write`.split(/\s+/),
)

export interface QuestionKind {
  /** Does not tell what the answer is about: too short, or without a topic. */
  readonly label: boolean
  readonly refersElsewhere: boolean
  readonly open: boolean
  readonly personal: boolean
}

export function kindOfQuestion(question: string): QuestionKind {
  const folded = foldText(question)
  const words = folded.split(' ').filter((word) => /^\p{L}{2,}$/u.test(word))
  return {
    label: words.length < ASKING_WORDS || words.every((word) => isStopWord(word) || GENERAL.has(word)),
    refersElsewhere: folded === '' || REFERS.test(folded),
    open: OPEN.test(folded),
    personal: PERSONAL.test(folded) && isAskedFor(folded),
  }
}

function isAskedFor(folded: string): boolean {
  const words = folded.split(' ').length
  return words <= LABEL_WORDS || (words <= PERSONAL_WORDS && ASKS_FOR.test(folded))
}

const READER = /\b(?:you|your|yours|yourself)\b/

/** Whether the question speaks to the participant, as questions of knowledge do not. `folded`: the question. English only. */
export const asksReader = (folded: string): boolean => READER.test(folded)

/** Questions that yes or no answers. */
const POLAR =
  /(?:^|[.!?:] )(?:(?:and|so|overall|please|finally|in general) )*(?:do|does|did|is|are|was|were|have|has|had|can|could|will|would|should|may|might|any|hay|tiene|tienes|es|esta|avez|est ce|etes|haben|hast|ist|sind|gibt|tem|voce|ha|hai|e|sei|heeft|heb|bent|zijn)\b/

/** `question`: as shown. */
export const isPolarQuestion = (question: string): boolean =>
  question.split(/(?<=[.!?:])\s+/).some((sentence) => POLAR.test(foldText(sentence)))
