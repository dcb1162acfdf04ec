import type { Language } from './message-language.ts'

/**
 * The occasions on which a workflow step writes to the customer
 * (documents-and-notifications.md#notifications).
 */
export const notificationTemplates = [
  'order-confirmation',
  'shipped',
  'completed',
  'cancelled',
  'ready-for-pickup',
  'return',
] as const
export type NotificationTemplate = (typeof notificationTemplates)[number]

/** The texts of a notification; `number` is the order number of the customer. */
export type NotificationText = { subject(number: string): string; text(number: string): string }

/** Labels before values of the order. */
export type NotificationLabels = {
  tracking: string
  /** The last day to collect the goods. */
  pickupDeadline: string
}

const text = (subject: NotificationText['subject'], text: NotificationText['text']): NotificationText => ({ subject, text })

export const notificationTexts: Record<Language, Record<NotificationTemplate, NotificationText>> = {
  en: {
    'order-confirmation': text(
      (n) => `Your order ${n}`,
      (n) => `Thank you for your order ${n}. We have received it.`,
    ),
    shipped: text(
      (n) => `Your order ${n} is on its way`,
      (n) => `Your order ${n} has been shipped.`,
    ),
    completed: text(
      (n) => `Your order ${n} is completed`,
      (n) => `Your order ${n} is completed. Thank you for shopping with us.`,
    ),
    cancelled: text(
      (n) => `Your order ${n} was cancelled`,
      (n) => `Your order ${n} was cancelled.`,
    ),
    'ready-for-pickup': text(
      (n) => `Your order ${n} is ready for pickup`,
      (n) => `Your order ${n} is ready to be collected.`,
    ),
    return: text(
      (n) => `The return of your order ${n}`,
      (n) => `We have received and settled the return of your order ${n}.`,
    ),
  },
  nb: {
    'order-confirmation': text(
      (n) => `Bestillingen din ${n}`,
      (n) => `Takk for bestillingen din ${n}. Vi har mottatt den.`,
    ),
    shipped: text(
      (n) => `Bestillingen din ${n} er på vei`,
      (n) => `Bestillingen din ${n} er sendt.`,
    ),
    completed: text(
      (n) => `Bestillingen din ${n} er fullført`,
      (n) => `Bestillingen din ${n} er fullført. Takk for handelen.`,
    ),
    cancelled: text(
      (n) => `Bestillingen din ${n} er kansellert`,
      (n) => `Bestillingen din ${n} er kansellert.`,
    ),
    'ready-for-pickup': text(
      (n) => `Bestillingen din ${n} er klar til henting`,
      (n) => `Bestillingen din ${n} kan hentes nå.`,
    ),
    return: text(
      (n) => `Returen av bestillingen din ${n}`,
      (n) => `Vi har mottatt og gjort opp returen av bestillingen din ${n}.`,
    ),
  },
  sv: {
    'order-confirmation': text(
      (n) => `Din beställning ${n}`,
      (n) => `Tack för din beställning ${n}. Vi har tagit emot den.`,
    ),
    shipped: text(
      (n) => `Din beställning ${n} är på väg`,
      (n) => `Din beställning ${n} har skickats.`,
    ),
    completed: text(
      (n) => `Din beställning ${n} är slutförd`,
      (n) => `Din beställning ${n} är slutförd. Tack för ditt köp.`,
    ),
    cancelled: text(
      (n) => `Din beställning ${n} har avbeställts`,
      (n) => `Din beställning ${n} har avbeställts.`,
    ),
    'ready-for-pickup': text(
      (n) => `Din beställning ${n} är klar att hämtas`,
      (n) => `Din beställning ${n} kan nu hämtas.`,
    ),
    return: text(
      (n) => `Returen av din beställning ${n}`,
      (n) => `Vi har tagit emot och reglerat returen av din beställning ${n}.`,
    ),
  },
  da: {
    'order-confirmation': text(
      (n) => `Din ordre ${n}`,
      (n) => `Tak for din ordre ${n}. Vi har modtaget den.`,
    ),
    shipped: text(
      (n) => `Din ordre ${n} er på vej`,
      (n) => `Din ordre ${n} er afsendt.`,
    ),
    completed: text(
      (n) => `Din ordre ${n} er afsluttet`,
      (n) => `Din ordre ${n} er afsluttet. Tak for handlen.`,
    ),
    cancelled: text(
      (n) => `Din ordre ${n} er annulleret`,
      (n) => `Din ordre ${n} er annulleret.`,
    ),
    'ready-for-pickup': text(
      (n) => `Din ordre ${n} er klar til afhentning`,
      (n) => `Din ordre ${n} kan nu afhentes.`,
    ),
    return: text(
      (n) => `Returneringen af din ordre ${n}`,
      (n) => `Vi har modtaget og afregnet returneringen af din ordre ${n}.`,
    ),
  },
  fi: {
    'order-confirmation': text(
      (n) => `Tilauksesi ${n}`,
      (n) => `Kiitos tilauksestasi ${n}. Olemme vastaanottaneet sen.`,
    ),
    shipped: text(
      (n) => `Tilauksesi ${n} on matkalla`,
      (n) => `Tilauksesi ${n} on lähetetty.`,
    ),
    completed: text(
      (n) => `Tilauksesi ${n} on valmis`,
      (n) => `Tilauksesi ${n} on valmis. Kiitos ostoksestasi.`,
    ),
    cancelled: text(
      (n) => `Tilauksesi ${n} on peruttu`,
      (n) => `Tilauksesi ${n} on peruttu.`,
    ),
    'ready-for-pickup': text(
      (n) => `Tilauksesi ${n} on noudettavissa`,
      (n) => `Voit nyt noutaa tilauksesi ${n}.`,
    ),
    return: text(
      (n) => `Tilauksesi ${n} palautus`,
      (n) => `Olemme vastaanottaneet ja käsitelleet tilauksesi ${n} palautuksen.`,
    ),
  },
  de: {
    'order-confirmation': text(
      (n) => `Ihre Bestellung ${n}`,
      (n) => `Vielen Dank für Ihre Bestellung ${n}. Wir haben sie erhalten.`,
    ),
    shipped: text(
      (n) => `Ihre Bestellung ${n} ist unterwegs`,
      (n) => `Ihre Bestellung ${n} wurde versandt.`,
    ),
    completed: text(
      (n) => `Ihre Bestellung ${n} ist abgeschlossen`,
      (n) => `Ihre Bestellung ${n} ist abgeschlossen. Vielen Dank für Ihren Einkauf.`,
    ),
    cancelled: text(
      (n) => `Ihre Bestellung ${n} wurde storniert`,
      (n) => `Ihre Bestellung ${n} wurde storniert.`,
    ),
    'ready-for-pickup': text(
      (n) => `Ihre Bestellung ${n} liegt bereit`,
      (n) => `Ihre Bestellung ${n} kann jetzt abgeholt werden.`,
    ),
    return: text(
      (n) => `Die Rücksendung zu Ihrer Bestellung ${n}`,
      (n) => `Wir haben die Rücksendung zu Ihrer Bestellung ${n} erhalten und abgerechnet.`,
    ),
  },
}

export const notificationLabels: Record<Language, NotificationLabels> = {
  en: { tracking: 'Tracking', pickupDeadline: 'Please collect it by' },
  nb: { tracking: 'Sporing', pickupDeadline: 'Hentes senest' },
  sv: { tracking: 'Spårning', pickupDeadline: 'Hämtas senast' },
  da: { tracking: 'Sporing', pickupDeadline: 'Afhentes senest' },
  fi: { tracking: 'Seuranta', pickupDeadline: 'Noudettava viimeistään' },
  de: { tracking: 'Sendungsverfolgung', pickupDeadline: 'Bitte abholen bis' },
}
