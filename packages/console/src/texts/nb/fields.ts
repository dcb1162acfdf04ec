import type { fieldsEn } from '../en/fields.ts'

/** What is said of declared fields, in Norwegian. */
export const fieldsNb: typeof fieldsEn = {
  title: 'Detaljer',
  edit: 'Rediger detaljer',
  editPart: 'Rediger detaljer for {item}',
  editTitle: 'Detaljer',
  editPartTitle: 'Detaljer for {item}',
  shipment: 'Forsendelse {number}',
  save: 'Lagre',
  close: 'Lukk',
  saved: 'Detaljene er lagret.',
  none: 'Ingen detaljer.',
  withoutDetails: 'Varer uten detaljer',
  yes: 'Ja',
  no: 'Nei',
  changed: 'Noen har endret dette i mellomtiden. Endringene dine er her fortsatt: lagre på nytt for å skrive dem over.',
}
