/** The languages that documents are written in (documents-and-notifications.md#pdf-documents). */
export const documentLanguages = ['en', 'nb', 'sv', 'da', 'fi', 'de'] as const
export type DocumentLanguage = (typeof documentLanguages)[number]

/** All fixed texts of documents, in the order of `documentLanguages`. */
const words = {
  orderConfirmation: [
    'Order confirmation',
    'Ordrebekreftelse',
    'Orderbekräftelse',
    'Ordrebekræftelse',
    'Tilausvahvistus',
    'Auftragsbestätigung',
  ],
  deliveryNote: ['Delivery note', 'Følgeseddel', 'Följesedel', 'Følgeseddel', 'Lähete', 'Lieferschein'],
  invoice: ['Invoice', 'Faktura', 'Faktura', 'Faktura', 'Lasku', 'Rechnung'],
  receipt: ['Receipt', 'Kvittering', 'Kvitto', 'Kvittering', 'Kuitti', 'Quittung'],
  creditNote: ['Credit note', 'Kreditnota', 'Kreditfaktura', 'Kreditnota', 'Hyvityslasku', 'Gutschrift'],
  pickList: ['Pick list', 'Plukkliste', 'Plocklista', 'Plukliste', 'Keräyslista', 'Kommissionierliste'],
  page: [
    'Page {page} of {pages}',
    'Side {page} av {pages}',
    'Sida {page} av {pages}',
    'Side {page} af {pages}',
    'Sivu {page}/{pages}',
    'Seite {page} von {pages}',
  ],

  orderNumber: ['Order number', 'Ordrenummer', 'Ordernummer', 'Ordrenummer', 'Tilausnumero', 'Auftragsnummer'],
  orderDate: ['Order date', 'Ordredato', 'Orderdatum', 'Ordredato', 'Tilauspäivä', 'Auftragsdatum'],
  customerNumber: ['Customer number', 'Kundenummer', 'Kundnummer', 'Kundenummer', 'Asiakasnumero', 'Kundennummer'],
  customerReference: ['Your reference', 'Deres referanse', 'Er referens', 'Deres reference', 'Viitteenne', 'Ihre Referenz'],
  requisition: ['Requisition', 'Rekvisisjon', 'Rekvisition', 'Rekvisition', 'Tilausviite', 'Bestellzeichen'],
  purchaseOrder: ['Purchase order', 'Innkjøpsordre', 'Inköpsorder', 'Indkøbsordre', 'Ostotilaus', 'Bestellung'],
  salesPerson: ['Our reference', 'Vår referanse', 'Vår referens', 'Vores reference', 'Viitteemme', 'Unsere Referenz'],
  store: ['Store', 'Butikk', 'Butik', 'Butik', 'Myymälä', 'Filiale'],
  requestedDelivery: [
    'Requested delivery',
    'Ønsket levering',
    'Önskad leverans',
    'Ønsket levering',
    'Toivottu toimitus',
    'Wunschtermin',
  ],
  invoiceNumber: ['Invoice number', 'Fakturanummer', 'Fakturanummer', 'Fakturanummer', 'Laskun numero', 'Rechnungsnummer'],
  invoiceDate: ['Invoice date', 'Fakturadato', 'Fakturadatum', 'Fakturadato', 'Laskun päiväys', 'Rechnungsdatum'],
  creditNoteNumber: [
    'Credit note number',
    'Kreditnotanummer',
    'Kreditfakturanummer',
    'Kreditnotanummer',
    'Hyvityslaskun numero',
    'Gutschriftnummer',
  ],
  returnNumber: ['Return number', 'Returnummer', 'Returnummer', 'Returnummer', 'Palautusnumero', 'Retourennummer'],
  returnCharges: ['Charges for the return', 'Returgebyr', 'Returavgift', 'Returgebyr', 'Palautusmaksu', 'Rücksendegebühr'],
  totalCredited: [
    'Total credited',
    'Totalt kreditert',
    'Totalt krediterat',
    'Krediteret i alt',
    'Hyvitetään yhteensä',
    'Gutschrift gesamt',
  ],
  dueDate: ['Due date', 'Forfallsdato', 'Förfallodatum', 'Forfaldsdato', 'Eräpäivä', 'Fällig am'],
  kid: ['KID', 'KID', 'KID', 'KID', 'KID', 'KID'],
  shipment: ['Shipment', 'Forsendelse', 'Försändelse', 'Forsendelse', 'Lähetys', 'Sendung'],
  shippingMethod: ['Shipping method', 'Leveringsmåte', 'Leveranssätt', 'Leveringsmåde', 'Toimitustapa', 'Versandart'],
  trackingNumber: ['Tracking number', 'Sporingsnummer', 'Spårningsnummer', 'Sporingsnummer', 'Seurantatunnus', 'Sendungsnummer'],
  warehouse: ['Warehouse', 'Lager', 'Lager', 'Lager', 'Varasto', 'Lager'],

  customer: ['Customer', 'Kunde', 'Kund', 'Kunde', 'Asiakas', 'Kunde'],
  billingAddress: [
    'Invoice address',
    'Fakturaadresse',
    'Fakturaadress',
    'Faktureringsadresse',
    'Laskutusosoite',
    'Rechnungsadresse',
  ],
  deliveryAddress: [
    'Delivery address',
    'Leveringsadresse',
    'Leveransadress',
    'Leveringsadresse',
    'Toimitusosoite',
    'Lieferadresse',
  ],
  pickUpPoint: ['Pick-up point', 'Hentested', 'Utlämningsställe', 'Afhentningssted', 'Noutopiste', 'Abholstelle'],
  contact: ['Contact', 'Kontakt', 'Kontakt', 'Kontakt', 'Yhteyshenkilö', 'Kontakt'],

  code: ['Item no.', 'Varenr.', 'Artikelnr', 'Varenr.', 'Tuotenro', 'Artikel-Nr.'],
  name: ['Description', 'Beskrivelse', 'Beskrivning', 'Beskrivelse', 'Kuvaus', 'Bezeichnung'],
  quantity: ['Quantity', 'Antall', 'Antal', 'Antal', 'Määrä', 'Menge'],
  toPick: ['To pick', 'Å plukke', 'Att plocka', 'At plukke', 'Kerättävä', 'Offen'],
  unitPrice: ['Unit price', 'Pris', 'Pris', 'Pris', 'Hinta', 'Einzelpreis'],
  discount: ['Discount', 'Rabatt', 'Rabatt', 'Rabat', 'Alennus', 'Rabatt'],
  vat: ['VAT', 'MVA', 'Moms', 'Moms', 'ALV', 'MwSt.'],
  amount: ['Amount', 'Beløp', 'Belopp', 'Beløb', 'Summa', 'Betrag'],
  location: ['Location', 'Plassering', 'Lagerplats', 'Placering', 'Paikka', 'Lagerplatz'],
  picked: ['Picked', 'Plukket', 'Plockat', 'Plukket', 'Kerätty', 'Erledigt'],
  serialNumber: ['Serial number', 'Serienummer', 'Serienummer', 'Serienummer', 'Sarjanumero', 'Seriennummer'],
  noLines: ['There are no lines.', 'Ingen linjer.', 'Inga rader.', 'Ingen linjer.', 'Ei rivejä.', 'Keine Positionen.'],

  goods: ['Goods', 'Varer', 'Varor', 'Varer', 'Tuotteet', 'Waren'],
  shipping: ['Shipping', 'Frakt', 'Frakt', 'Fragt', 'Toimitus', 'Versand'],
  shippingDiscount: ['Shipping discount', 'Fraktrabatt', 'Fraktrabatt', 'Fragtrabat', 'Toimitusalennus', 'Versandrabatt'],
  handling: ['Handling', 'Gebyr', 'Hantering', 'Gebyr', 'Käsittely', 'Bearbeitung'],
  rounding: ['Rounding', 'Avrunding', 'Avrundning', 'Afrunding', 'Pyöristys', 'Rundung'],
  total: ['Total', 'Totalt', 'Totalt', 'I alt', 'Yhteensä', 'Gesamt'],
  totalExclVat: [
    'Total excl. VAT',
    'Totalt ekskl. MVA',
    'Totalt exkl. moms',
    'I alt ekskl. moms',
    'Veroton yhteensä',
    'Gesamt ohne MwSt.',
  ],
  ofWhichVat: ['Of which VAT', 'Herav MVA', 'Varav moms', 'Heraf moms', 'Josta ALV', 'Enthaltene MwSt.'],
  returned: ['Returned', 'Returnert', 'Returnerat', 'Returneret', 'Palautettu', 'Retourniert'],
  netTotal: [
    'Total after returns',
    'Totalt etter retur',
    'Totalt efter retur',
    'I alt efter retur',
    'Yhteensä palautusten jälkeen',
    'Gesamt nach Retouren',
  ],

  vatTable: [
    'VAT specification',
    'MVA-spesifikasjon',
    'Momsspecifikation',
    'Momsspecifikation',
    'ALV-erittely',
    'MwSt.-Aufstellung',
  ],
  rate: ['Rate', 'Sats', 'Sats', 'Sats', 'Kanta', 'Satz'],
  net: ['Net', 'Netto', 'Netto', 'Netto', 'Veroton', 'Netto'],
  gross: ['Gross', 'Brutto', 'Brutto', 'Brutto', 'Verollinen', 'Brutto'],

  payments: ['Payments', 'Betalinger', 'Betalningar', 'Betalinger', 'Maksut', 'Zahlungen'],
  date: ['Date', 'Dato', 'Datum', 'Dato', 'Päivä', 'Datum'],
  method: ['Method', 'Betalingsmåte', 'Betalsätt', 'Betalingsmåde', 'Maksutapa', 'Zahlungsart'],
  kind: ['Type', 'Type', 'Typ', 'Type', 'Tyyppi', 'Art'],
  paid: ['Paid', 'Betalt', 'Betalt', 'Betalt', 'Maksettu', 'Bezahlt'],
  remaining: ['Remaining', 'Gjenstår å betale', 'Återstår att betala', 'Restbeløb', 'Maksamatta', 'Restbetrag'],
  amountDue: ['Amount due', 'Å betale', 'Att betala', 'At betale', 'Maksettava', 'Zu zahlen'],
  Authorization: ['Reserved', 'Reservert', 'Reserverat', 'Reserveret', 'Varattu', 'Reserviert'],
  Capture: ['Charged', 'Belastet', 'Debiterat', 'Hævet', 'Veloitettu', 'Belastet'],
  Sale: ['Paid', 'Betalt', 'Betalt', 'Betalt', 'Maksettu', 'Bezahlt'],
  Credit: ['Refunded', 'Refundert', 'Återbetalat', 'Refunderet', 'Hyvitetty', 'Erstattet'],
  Invoiced: ['Invoiced', 'Fakturert', 'Fakturerat', 'Faktureret', 'Laskutettu', 'Berechnet'],
  Void: ['Released', 'Frigitt', 'Släppt', 'Frigivet', 'Vapautettu', 'Freigegeben'],
} as const satisfies Record<string, Record<'length', 6> & readonly string[]>

export type DocumentWord = keyof typeof words
export type DocumentWords = Readonly<Record<DocumentWord, string>>

const byLanguage = Object.fromEntries(
  documentLanguages.map((language, index) => [
    language,
    Object.fromEntries(Object.entries(words).map(([word, texts]) => [word, texts[index]])),
  ]),
) as Record<DocumentLanguage, DocumentWords>

/** Norwegian has two written forms and a code for both: readers of one read the other. */
const relatives: ReadonlyMap<string, DocumentLanguage> = new Map([
  ['no', 'nb'],
  ['nn', 'nb'],
])

/**
 * The document language of a market's language tag (`nb`, `de-AT`); English for one without texts.
 */
export function documentLanguageOf(tag: string): DocumentLanguage {
  return writtenLanguage(tag) ?? 'en'
}

/** Whether documents of a market with this language tag are in its language or a close relative. */
export function hasDocumentWords(tag: string): boolean {
  return writtenLanguage(tag) !== undefined
}

function writtenLanguage(tag: string): DocumentLanguage | undefined {
  const language = tag.toLowerCase().split('-')[0] as string
  return documentLanguages.find((known) => known === language) ?? relatives.get(language)
}

export function documentWords(language: DocumentLanguage): DocumentWords {
  return byLanguage[language]
}
