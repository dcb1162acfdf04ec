type Words = { en: string; nb: string }

const captured: Words = { en: 'Payment could not be captured', nb: 'Betalingen kunne ikke trekkes' }
const refunded: Words = { en: 'The refund could not be made', nb: 'Refusjonen kunne ikke gjennomføres' }

/** What could not be done when a step failed, by its name; `other` names the step. */
export const failureWords: Readonly<Record<string, Words>> & { other: Words } = {
  AuthorizePayment: { en: 'Payment could not be authorised', nb: 'Betalingen kunne ikke reserveres' },
  CapturePayments: captured,
  CapturePayment: captured,
  CancelPayments: { en: 'The authorisation could not be voided', nb: 'Reservasjonen kunne ikke oppheves' },
  MakePaymentLink: { en: 'The payment link could not be made', nb: 'Betalingslenken kunne ikke lages' },
  WithdrawPaymentLink: { en: 'The payment link could not be withdrawn', nb: 'Betalingslenken kunne ikke trekkes tilbake' },
  CreditReturn: refunded,
  CreditCancelledOrderLines: refunded,
  BookShipment: { en: 'The shipment could not be booked', nb: 'Forsendelsen kunne ikke bookes' },
  ExportOrder: { en: 'The order could not be exported', nb: 'Ordren kunne ikke eksporteres' },
  Ask: { en: 'No go-ahead from the service that was asked', nb: 'Ikke klarsignal fra tjenesten som ble spurt' },
  Button: { en: 'The button had no effect', nb: 'Knappen hadde ingen virkning' },
  Notification: { en: 'The customer could not be notified', nb: 'Kunden kunne ikke varsles' },
  AllocateToWarehouse: { en: 'No warehouse could be chosen', nb: 'Lager kunne ikke velges' },
  IncreaseReservedInventory: { en: 'Stock could not be reserved', nb: 'Varer kunne ikke reserveres' },
  other: { en: 'Step {step} failed', nb: 'Steget {step} feilet' },
}

/** What people call the types of transactions. */
export const transactionWords: Readonly<Record<string, Words>> = {
  Authorization: { en: 'Authorisation', nb: 'Reservasjon' },
  Capture: { en: 'Capture', nb: 'Trekk' },
  Sale: { en: 'Sale', nb: 'Salg' },
  Credit: { en: 'Refund', nb: 'Refusjon' },
  Invoiced: { en: 'Invoice', nb: 'Faktura' },
  Void: { en: 'Void', nb: 'Opphevelse' },
}
