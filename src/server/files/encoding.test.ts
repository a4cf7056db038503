import { describe, expect, it } from 'vitest'
import { openMemoryBytes } from './bytes.ts'
import { decodedText, findEncoding } from './encoding.ts'

const TEXT = 'id,why\r\n1,"Ein Café in Köln, „sehr“ schön – für 5 €"\r\n'

/** The reverse of a decoder with one or two bytes per character. */
function encode(text: string, label: string): Buffer {
  const bytes = new Map<string, readonly number[]>()
  for (let high = 0x100; high < 0x10000; high++) {
    const pair = [high >> 8, high & 0xff]
    const decoded = new TextDecoder(label).decode(Uint8Array.from(pair))
    if (decoded.length === 1 && decoded !== '\uFFFD' && !bytes.has(decoded)) bytes.set(decoded, pair)
  }
  for (let byte = 0; byte < 0x100; byte++) {
    const decoded = new TextDecoder(label).decode(Uint8Array.of(byte))
    if (decoded.length === 1 && decoded !== '\uFFFD') bytes.set(decoded, [byte])
  }
  return Buffer.from([...text].flatMap((character) => bytes.get(character) ?? [0x3f]))
}

const swapped = (bytes: Buffer) => Buffer.from(bytes).swap16()

async function read(bytes: Buffer, given?: string) {
  const source = openMemoryBytes('answers.csv', bytes)
  const { label, hasByteOrderMark } = await findEncoding(source, given)
  let text = ''
  for await (const piece of decodedText(source, label)) text += piece
  return { label, hasByteOrderMark, text }
}

describe('the encoding of a file', () => {
  it.each([
    ['UTF-8', Buffer.from(TEXT), 'utf-8', false],
    ['UTF-8 with a mark', Buffer.from(`\uFEFF${TEXT}`), 'utf-8', true],
    ['UTF-16 LE with a mark', Buffer.from(`\uFEFF${TEXT}`, 'utf16le'), 'utf-16le', true],
    ['UTF-16 BE with a mark', swapped(Buffer.from(`\uFEFF${TEXT}`, 'utf16le')), 'utf-16be', true],
    ['UTF-16 LE without a mark', Buffer.from(TEXT, 'utf16le'), 'utf-16le', false],
    ['UTF-16 BE without a mark', swapped(Buffer.from(TEXT, 'utf16le')), 'utf-16be', false],
    ['Windows-1252', encode(TEXT, 'windows-1252'), 'windows-1252', false],
  ])('%s is found', async (_, bytes, label, hasByteOrderMark) => {
    expect(await read(bytes)).toEqual({ label, hasByteOrderMark, text: TEXT })
  })

  it('UTF-16 without a mark is found in Chinese text', async () => {
    const text = 'id,为什么\n1,因为这里很安静\n'
    expect(await read(Buffer.from(text, 'utf16le'))).toMatchObject({ label: 'utf-16le', text })
  })

  it.each([
    ['English', 'I don’t know — it’s “fine”, I guess… costs £5'],
    [
      'French',
      'J’ai été très déçu : le goût était différent, à mon sens. Ma sœur préfère l’été, où le café créé là-bas est meilleur que ça',
    ],
    ['Spanish', '¿Por qué? Porque mañana será otro día, ¡y el niño está más tranquilo aquí!'],
    ['German', 'Weil es schön ruhig ist; größere Läden mögen wir überhaupt nicht, außer für Käse.'],
    ['Portuguese', 'Não gostei: a opção é confusa e as instruções não estão claras.'],
    ['Swedish', 'Jag tycker att det är för långt att åka dit på hösten.'],
  ])('Windows-1252 is found in %s text', async (_, text) => {
    expect(await read(encode(text, 'windows-1252'))).toMatchObject({ label: 'windows-1252', text })
  })

  it.each([
    ['windows-1251', 'Потому что мне нравится это место, и я живу рядом'],
    ['windows-1253', 'Γιατί μου αρέσει αυτό το μέρος'],
    ['windows-1250', 'Ponieważ łatwo tam dojść i są miłe osoby, a także dobra kawa'],
    ['windows-1250', 'Protože je to blízko a je tam příjemně, také že mají dobrou kávu, což je skvělé'],
    ['windows-1254', 'Çünkü burası çok güzel ve ışık iyi, ayrıca eğlenceli'],
    ['macintosh', 'J’ai été très déçu par le goût, différent de celui de l’été'],
    ['shift_jis', 'この場所が好きだからです'],
    ['gb18030', '因为我喜欢这个地方'],
    ['euc-kr', '이곳이 조용해서 좋아요'],
  ])('%s is not guessed: %s', async (label, text) => {
    const bytes = encode(text, label)
    await expect(read(bytes)).rejects.toThrow('Choose the encoding')
    expect(await read(bytes, label)).toMatchObject({ text })
  })

  it('an unknown name is rejected', async () => {
    await expect(read(Buffer.from(TEXT), 'klingon')).rejects.toThrow('klingon is not a known encoding')
  })

  it('a file with zero bytes is not text', async () => {
    await expect(read(Buffer.from([0x50, 0, 0, 0x4b, 1, 2]))).rejects.toThrow('not a text file')
  })
})
