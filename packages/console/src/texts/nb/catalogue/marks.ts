import type { marksEn } from '../../en/catalogue/marks.ts'

/** What the catalogue says about marks, in Norwegian. */
export const marksNb: typeof marksEn = {
  title: 'Sertifiseringer',
  none: 'Ingen sertifiseringer ennå.',
  add: {
    open: 'Legg til en sertifisering',
    code: 'Kode',
    codeHelp: 'Koden for sertifiseringen. Store og små bokstaver teller.',
    address: 'Lenke',
    addressHelp: 'Adressen til sertifikatet, som blir der det er.',
    known:
      '{count, plural, one {1 produkt eller variant har det. Det får samme lenke og tekster her.} other {# produkter og varianter har det. Det får samme lenke og tekster her.}}',
    isThere: 'Det er her allerede.',
    isFile: 'Dette er id-en til en fil og ingen sertifisering. Velg en annen kode.',
    submit: 'Legg til',
  },
  remove: {
    open: 'Fjern',
    title: 'Fjern {name} herfra',
    text: 'Sertifiseringen fjernes herfra. Andre produkter og varianter som har den, beholder den.',
    submit: 'Fjern',
  },
  code: 'Kode for en sertifisering',
  loading: 'Leter etter sertifiseringen',
  usageOf: 'Hva som bruker {mark}',
  carriers: 'Brukes av {count, plural, one {1 produkt eller variant} other {# produkter og varianter}}',
  unknownCarrier: '{code} (finnes ikke i katalogen)',
  noAltText: 'Ingen alternativ tekst',
  altTextIs: 'Alternativ tekst: {text}',
  start: {
    title: 'Hvilken sertifisering?',
    text: 'Skriv koden for en sertifisering, eller følg lenken til den på et produkt. Store og små bokstaver teller.',
  },
  notFound: { title: 'Ingen produkter bruker {mark}', text: 'Se over koden. Store og små bokstaver teller.' },
  isFile: {
    title: '{mark} er en fil og ingen sertifisering',
    text: 'Sertifiseringer er lenker til sertifikater, som blir der de er.',
  },
}
