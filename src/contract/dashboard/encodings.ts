/**
 * Encodings of a text file, offered when it cannot be determined. Apart from the schemas, which pages need not load. Other labels of `TextDecoder` are accepted too.
 */
export const ENCODINGS = [
  'windows-1252',
  'utf-8',
  'utf-16le',
  'utf-16be',
  'windows-1250',
  'windows-1251',
  'windows-1253',
  'windows-1254',
  'macintosh',
  'shift_jis',
  'gb18030',
  'big5',
  'euc-kr',
] as const
