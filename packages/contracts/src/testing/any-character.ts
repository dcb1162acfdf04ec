import fc from 'fast-check'

/**
 * Any character of Unicode, as the `unit` of a string. fast-check's own `'binary'` makes a table of
 * all of them first, which takes a second of each process.
 */
export const anyCharacter = fc
  .integer({ min: 0, max: 0x10ffff })
  .filter((code) => code < 0xd800 || code > 0xdfff)
  .map((code) => String.fromCodePoint(code))
