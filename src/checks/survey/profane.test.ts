import { describe, expect, it } from 'vitest'
import { answered } from '../../../test/samples/answered.ts'
import { profane } from './profane.ts'

const result = (answer: string) => profane.run(answered(answer)).result

describe('Automated test: Profane', () => {
  it.each([
    'this is fucking stupid',
    'sh1t place to live',
    'f u c k this survey',
    'what a load of f**k',
    'shiiiiit',
    'you are such a moron',
    'Es una mierda de pregunta y no quiero responder',
    'Das ist doch scheiße, was soll ich hier schreiben',
    "C'est de la merde cette question, vraiment",
    'Questa domanda è una merda, non rispondo',
    'fück you',
    'ƒuck this',
    'fuсk you',
    'f-u-c-k off',
    'whoever made this survey is an idiot',
    'idiots like you ask such things',
    'kiss my ass',
    'Du bist ein Idiot und stellst dumme Fragen',
    'Eres un pendejo y no quiero responder',
    'hijo de puta',
    'vaffanculo',
    'sei uno stronzo',
    'putain de merde',
    'fυck this',
    'ꜰᴜᴄᴋ this',
    '𝖋𝖚𝖈𝖐',
    'I call you a bitch',
    'that bitch of a survey',
  ])('detects %j', (answer) => {
    expect(result(answer)).toBe('Detected')
  })

  it.each([
    'I was in Scunthorpe with my friend Dick for an assessment',
    'We talked about sex and about her breast cancer',
    'He was killed in the war',
    'It was a stupid mistake of mine',
    'Mijn moeder heeft kanker gehad en daarom woon ik hier',
    'El cono y la classe de cocktail',
    'Il cane di mio zio e dio solo sa perché',
    'Mon école est sur ta rue, près de la gare pédestre',
    'What a jerk',
    'Great tits singing in the garden',
    'My father was an idiot about money and it made me angry',
    'Those morons cut me off in traffic',
    'It makes you feel dumb when it breaks',
    'You are never too stupid to learn',
    'It is a pain in the ass to park there',
    'So ein Idiot, dachte ich, als er mich überholt hat',
    'Mi jefe fue un idiota y me dio mucha rabia',
    'Il est con mais gentil, mon voisin du dessus',
    'We got a bitch puppy from the kennel',
    'He called me a "fucking idiot" and left',
    'Someone shouted nigger at my son in the street',
    'She was called a whore by her classmates',
    'Mi hermana sale con su novio los domingos',
  ])('does not detect %j', (answer) => {
    expect(result(answer)).toBe('Not detected')
  })

  it.each([
    ['nothing', ''],
    ['a language without a list', 'jeg kan godt lide at bo her fordi der er stille'],
  ])('is unknown for %s', (_, answer) => {
    expect(result(answer)).toBe('Unknown')
  })

  it('gives no word of the answer as evidence', () => {
    expect(profane.run(answered('fuck this')).evidence).toBe('The answer contains 1 profane word.')
  })
})
