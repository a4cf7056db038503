/** What a chat model's window leaves in copied text, and people hardly ever type: counted strictly. */

export interface Artifact {
  readonly name: string
  readonly pattern: RegExp
}

/** People write "of course" and stress a word in bold; they do not head their lines in bold or offer more help. */
const ARTIFACTS: readonly Artifact[] = [
  { name: 'lines headed in bold', pattern: /^[ \t]*(?:(?:[-*\u2022]|\d+[.)])[ \t]+)?\*\*[^*\n]{2,80}\*\*/m },
  { name: 'a heading', pattern: /^#{1,4} \S/m },
  {
    name: 'a model speaking of itself',
    pattern: /\bas an ai\b|\bi(?:'m| am) an ai\b|\bas a (?:large )?language model\b/i,
  },
  {
    name: 'a model without a life',
    pattern:
      /\bi (?:don't|do not) (?:have|experience) (?:personal (?:experiences?|opinions?|feelings?)|emotions|feelings as)\b/i,
  },
  {
    name: 'an assistant opening',
    pattern:
      /^(?:(?:certainly|sure|absolutely|of course|great question)!|(?:certainly|sure), (?:here|i (?:can|would|will)))/i,
  },
  {
    name: 'an announced answer',
    pattern:
      /^(?:sure[,!] |certainly[,!] )?here(?:'s| is| are) (?:a|an|my|some|the|one|your)\b[^\n.?!]{4,80}:/i,
  },
  {
    name: 'an assistant closing',
    pattern:
      /\b(?:let me know if you(?:'d like| need| would like| want| have any)|i hope this helps|feel free to (?:ask|reach out))\b[^\n]{0,80}$/i,
  },
  {
    name: 'a model speaking of itself',
    pattern:
      /\b(?:como (?:una? )?(?:ia|inteligencia artificial|modelo de lenguaje)|en tant que modèle de langage|en tant qu'(?:ia|intelligence artificielle)|als (?:ki|künstliche intelligenz|ki-modell|sprachmodell)|como (?:uma )?(?:ia|inteligência artificial|modelo de linguagem)|come (?:ia|intelligenza artificiale|modello linguistico)|als (?:ai|taalmodel|ai-taalmodel))\b/i,
  },
]

/** Names of the artifacts found in a text. Give it the text as it was sent, quotes made straight. */
export function artifactsIn(text: string): string[] {
  const found = ARTIFACTS.filter(({ pattern }) => pattern.test(text.trim())).map(({ name }) => name)
  return [...new Set(found)]
}
