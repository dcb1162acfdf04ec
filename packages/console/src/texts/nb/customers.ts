import type { customersEn } from '../en/customers.ts'

/** What the pages of customers say, in Norwegian. */
export const customersNb: typeof customersEn = {
  title: 'Kunder',
  loading: 'Laster kunder',
  search: 'Navn, e-post, telefon eller kundenummer',
  hasMore: 'Det finnes flere kunder enn disse: skriv mer av navnet.',
  empty: {
    none: { title: 'Ingen kunder ennå', text: 'Kunder vises her så snart de har bestilt.' },
    notFound: {
      title: 'Ingen kunder passer',
      text: 'Sjekk skrivemåten, eller søk etter telefonnummer eller e-post.',
      clear: 'Vis alle',
    },
  },
  columns: {
    table: 'Kunder',
    name: 'Kunde',
    contact: 'Kontakt',
    orders: 'Ordrer',
    turnover: 'Kjøpt for',
    last: 'Siste ordre',
  },
  unnamed: 'Uten navn',
  business: 'Bedrift',
  one: {
    loading: 'Laster kunden',
    back: 'Kunder',
    notFound: { title: 'Kunden ble ikke funnet', text: 'Den har ingen ordre i dine butikker, eller ordrene er slettet.' },
    number: 'Kundenummer {number}',
    since: 'Kunde siden {day}',
    businessPage: 'Filer og sertifiseringer',
  },
  figures: {
    title: 'Oversikt',
    orders: 'Ordrer',
    turnover: 'Kjøpt for',
    returned: 'Returnert',
    returns: 'Returer',
    last: 'Siste ordre',
  },
  orders: {
    title: 'Ordrer',
    table: 'Kundens ordrer',
    number: 'Ordre',
    created: 'Bestilt',
    payment: 'Betaling',
    fulfilment: 'Levering',
    total: 'Sum',
    more: 'Vis flere',
  },
  contacts: { title: 'Kontakt', lastUsed: 'Sist brukt {day}', none: 'Ingen kontaktopplysninger.' },
  addresses: {
    title: 'Adresser',
    Billing: 'Faktura',
    Delivery: 'Levering',
    none: 'Ingen adresse er kjent.',
  },
  notes: {
    title: 'Notater',
    text: 'Nytt notat',
    submit: 'Lagre notat',
    none: 'Ingen notater ennå.',
    delete: 'Slett notatet fra {time}',
  },
  ofOrder: { open: 'Vis kunden', orders: '{count, plural, =1 {1 ordre} other {# ordrer}}' },
}
