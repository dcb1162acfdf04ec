import type { marksEn } from '../../en/catalogue/marks.ts'

/** What the catalogue says about marks, in Norwegian. */
export const marksNb: typeof marksEn = {
  title: 'Merker',
  none: 'Ingen merker ennå.',
  add: {
    open: 'Legg til et merke',
    code: 'Kode',
    codeHelp: 'Koden for sertifiseringen. Store og små bokstaver teller.',
    address: 'Lenke',
    addressHelp: 'Adressen til sertifikatet, som blir der det er.',
    known:
      '{count, plural, one {1 produkt eller variant har det. Det får samme lenke og tekster her.} other {# produkter og varianter har det. Det får samme lenke og tekster her.}}',
    isThere: 'Det er her allerede.',
    isFile: 'Dette er id-en til en fil og ikke et merke. Velg en annen kode.',
    submit: 'Legg til',
  },
  remove: {
    open: 'Fjern',
    title: 'Fjern {name} herfra',
    text: 'Merket fjernes herfra. Andre produkter og varianter som har det, beholder det.',
    submit: 'Fjern',
  },
  code: 'Kode for et merke',
  loading: 'Leter etter merket',
  usageOf: 'Hva som bruker {mark}',
  carriers: 'Brukes av {count, plural, one {1 produkt eller variant} other {# produkter og varianter}}',
  unknownCarrier: '{code} (finnes ikke i katalogen)',
  noAltText: 'Ingen alternativ tekst',
  altTextIs: 'Alternativ tekst: {text}',
  start: {
    title: 'Hvilket merke?',
    text: 'Skriv koden for et sertifiseringsmerke, eller følg lenken til et merke på et produkt. Store og små bokstaver teller.',
  },
  notFound: { title: 'Ingen produkter bruker {mark}', text: 'Se over koden. Store og små bokstaver teller.' },
  isFile: { title: '{mark} er en fil og ikke et merke', text: 'Merker er lenker til sertifikater, som blir der de er.' },
}
