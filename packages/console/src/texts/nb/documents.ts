import type { documentsEn } from '../en/documents.ts'

/** What the documents of an order and messages to its customer say, in Norwegian. */
export const documentsNb: typeof documentsEn = {
  of: 'Dokumenter for',
  all: 'Hele ordren',
  shipment: 'Forsendelse {shipment}',
  kinds: {
    'order-confirmation': 'Ordrebekreftelse',
    invoice: 'Faktura',
    receipt: 'Kvittering',
    'delivery-note': 'Følgeseddel',
    'pick-list': 'Plukkliste',
    'packing-slips': 'Pakksedler',
  },
  nothingToPrint: 'Det er ingenting å pakke:',
  invoice: {
    email: 'E-postadresse',
    several: 'Flere skilles med komma.',
    loading: 'Lager fakturaen',
    preview: 'Fakturaen',
    submit: 'Send faktura til {to}',
    done: 'Fakturaen er på vei til {to}',
    disabled: 'Varsler er slått av for ordren: ingenting sendes.',
  },
  message: {
    disabled: 'Varsler er slått av for denne ordren: Teksten lagres blant notatene og blir ikke sendt.',
    isEmail: 'Med e-post',
    email: 'E-postadresse',
    several: 'Flere skilles med komma.',
    subject: 'Emne',
    subjectHelp: 'Tomt: det vanlige emnet på språket til markedet.',
    isSms: 'Med SMS',
    phone: 'Telefonnummer',
    text: 'Tekst',
    submit: 'Send',
    done: 'Meldingen er på vei og lagret blant notatene',
  },
}
