/** Stop words of the own languages. Folded: no accents. */
import type { OwnLanguage } from './language.ts'

const LISTS: Readonly<Record<OwnLanguage, string>> = {
  en: `a about above after again all also am an and any are aren t as at be because been before being below between both
but by can cannot could couldn did didn do does doesn doing don down during each even few for from further get got had
hadn has hasn have haven having he her here hers herself him himself his how i if in into is isn it its itself just ll
m me more most much my myself no nor not now of off on once only or other our ours ourselves out over own re s same she
should shouldn so some such than that the their theirs them themselves then there these they this those through to too
under until up us ve very was wasn we were weren what when where which while who whom why will with won would wouldn
you your yours yourself yourselves`,
  es: `a al algo ante antes aqui asi aun como con contra cual cuando de del desde donde dos el ella ellas ellos en entre
era eran eres es esa ese eso esos esta estaba estan estar estas este esto estos fue fueron ha habia han hasta hay he la
las le les lo los mas me mi mientras mis mucho muy nada ni no nos nosotros o os otra otro para pero poco por porque pues
que quien se sea ser si sin sobre son soy su sus tal tambien tan tanto te tengo ti tiene tienen todo todos tu tus un una
unas uno unos ya yo`,
  fr: `a ai aient ainsi alors as au aucun aussi autre aux avais avait avant avec avez avoir avons bien c ca car ce ceci
cela ces cet cette ceux chaque ci comme d dans de des donc dont du elle elles en encore est et etaient etait etant ete
etre eu fait font ici il ils j je jamais l la le les leur leurs lui m ma mais me meme mes moi moins mon n ne ni non nos
notre nous on ont ou par parce pas peu peut plus pour pourquoi qu quand que quel quelle qui quoi s sa sans se sera ses si
son sont sous suis sur t ta te tes toi ton toujours tous tout tres trop tu un une vers vos votre vous y`,
  de: `aber alle als also am an auch auf aus bei bin bis bist da damit dann das dass dein deine dem den denn der des dich
die dies diese diesem diesen dieser dieses dir doch dort du durch ein eine einem einen einer eines einige er es etwas
euch euer fur ganz gegen gewesen hab habe haben hat hatte hatten hier hin ich ihm ihn ihr ihre im in ins ist ja jede
jeder jetzt kann kein keine konnen konnte man mehr mein meine mich mir mit muss nach nicht nichts noch nur ob oder ohne
schon sehr sein seine sich sie sind so soll uber um und uns unser unter viel vom von vor war waren warum was weil wenn
wer werde werden wie wieder will wir wird wo wurde zu zum zur zwischen`,
  pt: `a ainda ao aos aquela aquele as ate cada com como da das de dela dele depois do dos e ela elas ele eles em entre
era essa esse esta estao estas estava este esteja estes estou eu foi foram ha isso isto ja la lhe mais mas me mesmo meu
meus minha muito na nao nas nem no nos nossa nosso num numa o os ou para pela pelo pelos por porque pouco qual quando
que quem sao se seja sem ser seu seus si so sobre sua suas tambem tanto te tem tenho ter teve toda todos tu tudo um uma
umas uns voce voces`,
  it: `a abbiamo ad ai al alla alle allo anche ancora avere aveva avevo c che chi ci come con contro cosa cosi cui da dai
dal dalla dalle de dei del dell della delle dello di dove due e ed era erano essere fa fra gia gli ha hai hanno ho i il
in io l la le lei li lo loro lui ma mai me mi mia mio molto ne negli nei nel nell nella nelle no noi non nostro o ogni
per perche piu po poco qua quale quando quanto quella quello questa queste questi questo qui sara se sei senza si sia
siamo sono sta stato su sua sue sui sul sulla suo te ti tra troppo tu tua tutti tutto un una uno vi voi`,
  nl: `aan al alle als altijd andere ben bij daar dan dat de der deze die dit doch doen door dus echt een eens en er
ergens ge geen geweest haar had heb hebben heeft hem hen het hier hij hoe hun iemand iets ik in is ja je jij jullie kan
kon kunnen maar me meer men met mij mijn moet na naar niet niets nog nu of om omdat ons onze ook op over reeds te tegen
toch toen tot uit uw van veel voor want was wat we wel werd wezen wie wij wil worden zal ze zei zelf zich zij zijn zo
zonder zou`,
}

const SETS = new Map(
  Object.entries(LISTS).map(([language, words]) => [language, new Set(words.split(/\s+/))]),
)
const ANY = new Set(Object.values(LISTS).flatMap((words) => words.split(/\s+/)))

/** `folded`: lower case, no accents. Without a language, all lists apply. */
export function isStopWord(folded: string, language?: OwnLanguage): boolean {
  return (language === undefined ? ANY : (SETS.get(language) ?? ANY)).has(folded)
}
