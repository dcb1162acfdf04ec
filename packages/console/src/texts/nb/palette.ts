import type { paletteEn } from '../en/palette.ts'

export const paletteNb: typeof paletteEn = {
  placeholder: 'Ordrenummer, kunde eller handling',
  here: 'Denne siden',
  actions: 'Handlinger',
  orders: 'Ordrer',
  nothing: 'Ingenting funnet',
  pages: {
    home: 'Til forsiden',
    orders: 'Gå til ordrer',
    returns: 'Gå til returer',
    customers: 'Gå til kunder',
    notifications: 'Gå til varsler',
    work: 'Gå til avvik',
    imports: 'Gå til importer',
    stock: 'Gå til lager',
    pick: 'Gå til plukking',
    catalogue: 'Gå til katalogen',
    marks: 'Gå til sertifiseringer',
    businessCustomers: 'Gå til bedriftskunder',
    newProduct: 'Opprett et produkt',
    money: 'Gå til regnskapet',
    configuration: 'Gå til oppsettet',
    audit: 'Gå til revisjonsloggen',
  },
  language: 'Switch to English',
  theme: { light: 'Lyst tema', dark: 'Mørkt tema', auto: 'Følg systemet' },
}
