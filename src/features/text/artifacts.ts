/**
 * Traces of a chat window in copied text. Each may stand in an honest answer too: people hope that this helps, and some
 * work in AI. So callers treat one trace as a reason to look, and only several of them as evidence.
 */
import type { Span } from '../../contract/survey.ts'

export interface Artifact {
  readonly name: string
  /** With the flag `g`. */
  readonly pattern: RegExp
  /** How often the pattern must occur; absent: once. */
  readonly least?: number
  /** Another artifact that must stand in the text too. */
  readonly needs?: string
}

const HEADINGS = 'Markdown headings'
const SELF_REFERENCE = 'a self-reference as an AI'
const OPENING = "an assistant's opening"

const ARTIFACTS: readonly Artifact[] = [
  {
    // One line alone: people emphasize a word, and write "# of hours" for "number of hours".
    name: HEADINGS,
    pattern:
      /^(?:[ \t]*(?:(?:[-*\u2022]|\d+[.)])[ \t]+)?\*\*[^*\n]{2,80}\*\*|#{1,4} (?!(?:OF|Of)\b)\p{Lu}|#{2,4} \S)/gmu,
    least: 2,
  },
  {
    // Followed by a clause about the writer: people say "as an AI student" and "I use it as an AI assistant".
    name: SELF_REFERENCE,
    pattern:
      /(?:^|[.!?:;,"]\s+|\n[^\S\n]*|\b(?:but|and|because|since|that)\s+)as an? (?:ai|(?:ai |large )*(?:language )?model|ai (?:language model|assistant|chatbot|system))(?:,\s|\s+)(?:i\b|i'|my\b|there\b|it\b|this\b|without\b|created\b|trained\b|designed\b)/gi,
  },
  {
    name: SELF_REFERENCE,
    pattern:
      /\bi(?:'m| am) (?:just |only )?an ai(?: (?:language model|model|assistant|chatbot|system))?(?=[,.;:!]|\s+(?:and|so|but|without|created|developed|trained)\b|\s*$)/gi,
  },
  {
    name: SELF_REFERENCE,
    pattern:
      /\bi (?:don't|do not|can't|cannot) (?:have|experience|feel)\b[^.!?\n]{0,40}\bas an ai(?=[,.!]|\s*$)/gi,
  },
  {
    name: SELF_REFERENCE,
    pattern:
      /\b(?:como (?:una? )?(?:ia|inteligencia artificial|modelo de lenguaje)|en tant que modèle de langage|en tant qu'(?:ia|intelligence artificielle)|als (?:ki|künstliche intelligenz|ki-modell|sprachmodell)|como (?:uma )?(?:ia|inteligência artificial|modelo de linguagem)|come (?:ia|intelligenza artificiale|modello linguistico)|als (?:ai|taalmodel|ai-taalmodel))\b/gi,
  },
  {
    // Alone, it is an answer: "I don't have personal experience with mental illness, but my coworker does."
    name: 'a denial of personal experience',
    pattern:
      /\bi (?:don't|do not) (?:have|experience) (?:personal (?:experiences?|opinions?|feelings?)|emotions|feelings)\b/gi,
    needs: SELF_REFERENCE,
  },
  {
    name: OPENING,
    pattern:
      /^(?:certainly|great question)!|^(?:certainly|sure|absolutely|of course)[!,] (?:here|i (?:can|would|will)\b)/gi,
  },
  {
    name: OPENING,
    pattern:
      /^(?:sure[,!] |certainly[,!] )?here(?:'s| is| are) (?:a|an|my|some|the|one|your)\b[^\n.?!]{4,80}:/gi,
  },
  {
    name: "an assistant's closing",
    pattern:
      /\b(?:let me know if you(?:'d like| need| would like| want| have any)|i hope this helps|feel free to (?:ask|reach out))\b[^\n]{0,80}$/gi,
  },
]

interface Found {
  readonly name: string
  readonly spans: readonly Span[]
}

/** Expects the original text with straight quotes. */
function findArtifacts(text: string): Found[] {
  const found = ARTIFACTS.flatMap(({ name, pattern, least = 1, needs }) => {
    const spans = [...text.matchAll(pattern)].map(({ index, 0: { length } }) => ({
      start: index,
      end: index + length,
    }))
    return spans.length < least ? [] : [{ name, spans, needs }]
  })
  return found.filter(({ needs }) => needs === undefined || found.some(({ name }) => name === needs))
}

/** Where the artifacts are in a text. */
export const artifactSpans = (text: string): Span[] => findArtifacts(text).flatMap(({ spans }) => spans)

/** Names of the artifacts in a text, each once. */
export const artifactsIn = (text: string): string[] => [
  ...new Set(findArtifacts(text).map(({ name }) => name)),
]
