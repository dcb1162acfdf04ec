import type { Language } from './message-language.ts'

/** The texts of messages to customers. `number` is the order number of the customer. */
export type MessageTexts = {
  /** The default subject of a comment. */
  aboutOrder(number: string): string
  linesCancelledSubject(number: string): string
  /** The text before the list of cancelled lines. */
  linesCancelled(number: string): string
  greeting: string
  /** Separates the decimals of a quantity. */
  decimalPoint: ',' | '.'
}

export const messageTexts: Record<Language, MessageTexts> = {
  en: {
    aboutOrder: (number) => `About your order ${number}`,
    linesCancelledSubject: (number) => `Items of your order ${number} were cancelled`,
    linesCancelled: (number) => `These items of your order ${number} were cancelled:`,
    greeting: 'Hello,',
    decimalPoint: '.',
  },
  nb: {
    aboutOrder: (number) => `Om bestillingen din ${number}`,
    linesCancelledSubject: (number) => `Varer i bestillingen din ${number} er kansellert`,
    linesCancelled: (number) => `Disse varene i bestillingen din ${number} er kansellert:`,
    greeting: 'Hei,',
    decimalPoint: ',',
  },
  sv: {
    aboutOrder: (number) => `Om din beställning ${number}`,
    linesCancelledSubject: (number) => `Varor i din beställning ${number} har avbeställts`,
    linesCancelled: (number) => `Följande varor i din beställning ${number} har avbeställts:`,
    greeting: 'Hej,',
    decimalPoint: ',',
  },
  da: {
    aboutOrder: (number) => `Om din ordre ${number}`,
    linesCancelledSubject: (number) => `Varer i din ordre ${number} er annulleret`,
    linesCancelled: (number) => `Følgende varer i din ordre ${number} er annulleret:`,
    greeting: 'Hej,',
    decimalPoint: ',',
  },
  fi: {
    aboutOrder: (number) => `Tilauksestasi ${number}`,
    linesCancelledSubject: (number) => `Tilauksesi ${number} tuotteita on peruttu`,
    linesCancelled: (number) => `Nämä tilauksesi ${number} tuotteet on peruttu:`,
    greeting: 'Hei,',
    decimalPoint: ',',
  },
  de: {
    aboutOrder: (number) => `Zu Ihrer Bestellung ${number}`,
    linesCancelledSubject: (number) => `Artikel Ihrer Bestellung ${number} wurden storniert`,
    linesCancelled: (number) => `Diese Artikel Ihrer Bestellung ${number} wurden storniert:`,
    greeting: 'Guten Tag,',
    decimalPoint: ',',
  },
}
