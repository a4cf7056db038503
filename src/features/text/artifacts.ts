/** Traces of a chat window in copied text, which people hardly ever type. */
import type { Span } from '../../contract/survey.ts'

export interface Artifact {
  readonly name: string
  readonly pattern: RegExp
}

/** People write "of course" and put a word in bold; they do not use bold line headings or offer further help. */
const ARTIFACTS: readonly Artifact[] = [
  { name: 'bold line headings', pattern: /^[ \t]*(?:(?:[-*\u2022]|\d+[.)])[ \t]+)?\*\*[^*\n]{2,80}\*\*/m },
  { name: 'a Markdown heading', pattern: /^#{1,4} \S/m },
  {
    name: 'a self-reference as an AI',
    pattern: /\bas an ai\b|\bi(?:'m| am) an ai\b|\bas a (?:large )?language model\b/i,
  },
  {
    name: 'a denial of personal experience',
    pattern:
      /\bi (?:don't|do not) (?:have|experience) (?:personal (?:experiences?|opinions?|feelings?)|emotions|feelings as)\b/i,
  },
  {
    name: "an assistant's opening",
    pattern:
      /^(?:(?:certainly|sure|absolutely|of course|great question)!|(?:certainly|sure), (?:here|i (?:can|would|will)))/i,
  },
  {
    name: 'an introduction to the answer',
    pattern:
      /^(?:sure[,!] |certainly[,!] )?here(?:'s| is| are) (?:a|an|my|some|the|one|your)\b[^\n.?!]{4,80}:/i,
  },
  {
    name: "an assistant's closing",
    pattern:
      /\b(?:let me know if you(?:'d like| need| would like| want| have any)|i hope this helps|feel free to (?:ask|reach out))\b[^\n]{0,80}$/i,
  },
  {
    name: 'a self-reference as an AI',
    pattern:
      /\b(?:como (?:una? )?(?:ia|inteligencia artificial|modelo de lenguaje)|en tant que modèle de langage|en tant qu'(?:ia|intelligence artificielle)|als (?:ki|künstliche intelligenz|ki-modell|sprachmodell)|como (?:uma )?(?:ia|inteligência artificial|modelo de linguagem)|come (?:ia|intelligenza artificiale|modello linguistico)|als (?:ai|taalmodel|ai-taalmodel))\b/i,
  },
]

/** Where the artifacts are in a text, in the form that `artifactsIn` expects. */
export function artifactSpans(text: string): Span[] {
  return ARTIFACTS.flatMap(({ pattern }) => {
    const found = pattern.exec(text)
    return found === null ? [] : [{ start: found.index, end: found.index + found[0].length }]
  })
}

/** Names of the artifacts in a text. Expects the original text with straight quotes. */
export function artifactsIn(text: string): string[] {
  const found = ARTIFACTS.filter(({ pattern }) => pattern.test(text.trim())).map(({ name }) => name)
  return [...new Set(found)]
}
