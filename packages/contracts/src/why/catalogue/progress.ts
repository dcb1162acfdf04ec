import { defineReasons } from './reasons.ts'

const capture = {
  en: '[{underWay}Capture is in progress.|{ships}Captured when the order ships.|Captured when the order is {statuses}.]',
  nb: '[{underWay}Beløpet er i ferd med å bli trukket.|{ships}Trekkes når ordren sendes.|Trekkes når ordren får status {statuses}.]',
} as const
const captures = { underWay: 'Flag?', ships: 'Flag?', statuses: 'Choice?' } as const

/** Where the order, a line or a payment is in its workflow. */
export const progress = defineReasons({
  AwaitingDecision: {
    waitsFor: 'Person',
    meaning: 'The policy of the status leaves the next one to someone: only some statuses may follow.',
    parameters: { status: 'Text', statuses: 'Choice?' },
    en: 'The order is {status}. [Decide: {statuses}.|No other status is allowed.]',
    nb: 'Ordren har status {status}. [Velg {statuses}.|Ingen annen status er tillatt.]',
  },
  GoodsOnTheirWay: {
    waitsFor: 'Person',
    meaning: 'The goods have left, and nobody has reported their delivery.',
    parameters: { shipments: 'Quantity?' },
    en: 'Shipped[ in {shipments shipment/shipments}]. Waiting for delivery confirmation.',
    nb: 'Sendt[ i {shipments forsendelse/forsendelser}]. Venter på bekreftet levering.',
  },
  AwaitingPickup: {
    waitsFor: 'Person',
    meaning: 'The goods are ready to be picked up.',
    parameters: { until: 'Time?' },
    en: 'Ready for pickup[ until {until}]. Waiting for the customer.',
    nb: 'Klar til henting[ til {until}]. Venter på kunden.',
  },
  AwaitingStatus: {
    waitsFor: 'Person',
    meaning: 'Nothing is under way: the order waits for the next status, which someone else sends.',
    parameters: { status: 'Text', toShip: 'Flag?', toPick: 'Flag?' },
    en: '[{toShip}Ready to ship.|{toPick}Ready to pick and ship.|The order is {status}. Waiting for the next status.]',
    nb: '[{toShip}Klar til sending.|{toPick}Klar til plukk og sending.|Ordren har status {status}. Venter på neste status.]',
  },
  StepsNotRun: {
    waitsFor: 'Person',
    meaning: 'No step of the status has run: the order was written without its workflow.',
    parameters: { status: 'Text', steps: 'Quantity' },
    en: 'The workflow of {status} has not run ({steps step/steps}).',
    nb: 'Arbeidsflyten for {status} er ikke kjørt ({steps steg/steg}).',
  },

  LinePartlyDelivered: {
    waitsFor: 'Person',
    meaning: 'Some units of a line are delivered, and others are open.',
    parameters: { item: 'Text', delivered: 'Quantity', quantity: 'Quantity', open: 'Quantity', shipments: 'List?' },
    en: '{item}: {delivered} of {quantity} delivered, {open} to go[ in shipment {shipments}].',
    nb: '{item}: {delivered} av {quantity} levert, {open} gjenstår[ i forsendelse {shipments}].',
  },
  LineAwaitsShipment: {
    waitsFor: 'Person',
    meaning: 'The shipment of a line has not left yet.',
    parameters: { item: 'Text', shipments: 'List?', status: 'Text?' },
    en: '{item}: waiting for shipment[ {shipments}] to leave[ ({status})].',
    nb: '{item}: venter på at forsendelse[ {shipments}] skal sendes[ ({status})].',
  },
  LineOnItsWay: {
    waitsFor: 'Person',
    meaning: 'The shipment of a line has left, and its delivery is not reported.',
    parameters: { item: 'Text', shipments: 'List', tracking: 'List?' },
    en: '{item}: shipped in shipment {shipments}[ (tracking {tracking})]. Waiting for delivery confirmation.',
    nb: '{item}: sendt i forsendelse {shipments}[ (sporing {tracking})]. Venter på bekreftet levering.',
  },
  LineNotShipped: {
    waitsFor: 'Person',
    meaning: 'Units of a line are in no shipment.',
    parameters: { item: 'Text', missing: 'Quantity' },
    en: '{item}: {missing} not in any shipment.',
    nb: '{item}: {missing} er ikke i noen forsendelse.',
  },
  LineDelivered: {
    waitsFor: 'Nothing',
    meaning: 'All that is left of a line is delivered.',
    parameters: { item: 'Text', delivered: 'Quantity', canceled: 'Quantity?' },
    en: '{item}: {delivered} delivered[, {canceled} cancelled].',
    nb: '{item}: {delivered} levert[, {canceled} kansellert].',
  },
  LineCanceled: {
    waitsFor: 'Nothing',
    meaning: 'The line is cancelled.',
    parameters: { item: 'Text', reason: 'Text?' },
    en: '{item}: cancelled[ ({reason})].',
    nb: '{item}: kansellert[ ({reason})].',
  },

  CaptureAtStatus: {
    waitsFor: 'Person',
    meaning: 'The payment is authorised; the workflow captures it with a later status.',
    parameters: { amount: 'Money', ...captures },
    en: `{amount} authorised. ${capture.en}`,
    nb: `{amount} er reservert. ${capture.nb}`,
  },
  CaptureNotConfigured: {
    waitsFor: 'Person',
    meaning: 'The payment is authorised, and no status of the order type captures.',
    parameters: { amount: 'Money', type: 'Text?' },
    en: '{amount} authorised. Orders[ of type "{type}"] are captured in another system.',
    nb: '{amount} er reservert. Ordrer[ av typen «{type}»] trekkes i et annet system.',
  },
  CapturedPartly: {
    waitsFor: 'Person',
    meaning: 'A part of the authorisation is captured; the rest waits for a later delivery.',
    parameters: { captured: 'Money', amount: 'Money', left: 'Money', ...captures },
    en: `{captured} of {amount} captured, {left} left. ${capture.en}`,
    nb: `{captured} av {amount} er trukket, {left} gjenstår. ${capture.nb}`,
  },
  PaymentNotDue: {
    waitsFor: 'Nothing',
    meaning: 'The payment is authorised, and nothing of it is due.',
    parameters: { amount: 'Money' },
    en: '{amount} authorised. Nothing of it is due: the order is covered.',
    nb: '{amount} er reservert. Ingenting av det skal trekkes: ordren er dekket.',
  },
  PaymentFailed: {
    waitsFor: 'Nothing',
    meaning: 'The provider refused this payment: it is not made.',
    parameters: { transaction: 'Transaction', amount: 'Money', reason: 'Text?' },
    en: '{transaction} of {amount} was declined[: {reason}].',
    nb: '{transaction} på {amount} ble avvist[: {reason}].',
  },
  PaymentLinkWithdrawn: {
    waitsFor: 'Nothing',
    meaning: 'A payment link was withdrawn before the customer paid.',
    parameters: { amount: 'Money' },
    en: 'The payment link of {amount} was withdrawn.',
    nb: 'Betalingslenken på {amount} ble trukket tilbake.',
  },
  PaymentVoided: {
    waitsFor: 'Nothing',
    meaning: 'The authorisation was given up.',
    parameters: { amount: 'Money' },
    en: 'The rest of the {amount} authorisation was voided.',
    nb: 'Resten av reservasjonen på {amount} er opphevet.',
  },
  PaymentComplete: {
    waitsFor: 'Nothing',
    meaning: 'The payment is captured, sold, invoiced or refunded in full.',
    parameters: { transaction: 'Transaction', amount: 'Money', captured: 'Flag?' },
    en: '{transaction} of {amount} is [{captured}fully captured|complete].',
    nb: '{transaction} på {amount} er [{captured}trukket i sin helhet|gjennomført].',
  },

  StepLeftOut: {
    waitsFor: 'Nothing',
    meaning: 'A step of the status did not run because its conditions did not hold.',
    parameters: { step: 'Text', status: 'Text' },
    en: '{step} of {status} was skipped: its conditions were not met.',
    nb: '{step} i {status} ble hoppet over: betingelsene var ikke oppfylt.',
  },
  WorkflowDisabled: {
    waitsFor: 'Nothing',
    meaning: 'The order type runs no steps.',
    parameters: { type: 'Text' },
    en: 'Orders of type "{type}" run no workflow: payments, stock and messages are handled elsewhere.',
    nb: 'Ordrer av typen «{type}» kjører ingen arbeidsflyt: betaling, lager og meldinger håndteres et annet sted.',
  },
  NotCollected: {
    waitsFor: 'Nothing',
    meaning: 'The goods were not collected; a later delivery is paid for separately.',
    en: 'Not collected. Payment and stock are released; a later delivery is paid for separately.',
    nb: 'Ikke hentet. Betaling og varer er frigitt; en senere levering betales for seg.',
  },
  OrderCanceled: {
    waitsFor: 'Nothing',
    meaning: 'The order is cancelled.',
    parameters: { overpaid: 'Flag?' },
    en: 'Cancelled.[{overpaid}| Nothing left to do.]',
    nb: 'Kansellert.[{overpaid}| Ingenting gjenstår.]',
  },
  OrderComplete: {
    waitsFor: 'Nothing',
    meaning: 'The order is complete.',
    parameters: { overpaid: 'Flag?' },
    en: 'Complete.[{overpaid}| Nothing left to do.]',
    nb: 'Ferdig.[{overpaid}| Ingenting gjenstår.]',
  },
})
