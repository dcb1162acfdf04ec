import type { fieldsEn } from '../en/fields.ts'

/** What is said of declared fields, in Norwegian. */
export const fieldsNb: typeof fieldsEn = {
  title: 'Detaljer',
  lineTitle: 'Detaljer om varen',
  edit: 'Rediger detaljer',
  editLine: 'Rediger detaljer for {item}',
  editTitle: 'Detaljer',
  editLineTitle: 'Detaljer for {item}',
  save: 'Lagre',
  close: 'Lukk',
  saved: 'Detaljene er lagret.',
  none: 'Ingen detaljer.',
  yes: 'Ja',
  no: 'Nei',
  changed: 'Noen har endret dette i mellomtiden. Endringene dine er her fortsatt: lagre på nytt for å skrive dem over.',
}
