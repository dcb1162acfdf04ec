import type { notesEn } from '../en/notes.ts'

/** Notes about orders and customers, in Norwegian. */
export const notesNb: typeof notesEn = {
  none: 'Ingen notater ennå.',
  order: 'Internt notat',
  customer: 'Nytt notat',
  submit: 'Legg til',
  save: 'Lagre notat',
  cancel: 'Avbryt',
  edit: 'Rediger',
  pin: 'Fest',
  unpin: 'Løsne',
  pinned: 'Festet',
  edited: 'redigert {time}',
  mentioned: 'Varslet: {names}',
  mention: 'Nevn en kollega',
  mentionHelp: 'Eller skriv @ i notatet. Kollegaen varsles.',
  nobody: 'Ingen kollega passer',
  ofNote: '{action} notatet fra {time}',
  text: 'Notatets tekst',
}
