import { defineSentences } from './sentence.ts'

/** What a person can do, as a button says it. */
export const reasonActions = defineSentences({
  RestoreOrder: { en: 'Restore order', nb: 'Gjenopprett ordren' },
  UnlockOrder: { en: 'Unlock order', nb: 'Lås opp ordren' },
  ChangeType: {
    parameters: { types: 'Choice' },
    en: 'Change order type to {types}',
    nb: 'Bytt ordretype til {types}',
  },
  ChangeStatus: {
    parameters: { statuses: 'Choice' },
    en: 'Change status to {statuses}',
    nb: 'Endre status til {statuses}',
  },
  TakeFromQueue: { en: 'Take out of the queue', nb: 'Ta ut av køen' },
  MarkOrder: { parameters: { status: 'Text' }, en: 'Mark as {status}', nb: 'Merk som {status}' },
  MarkDelivered: { en: 'Mark as delivered', nb: 'Merk som levert' },
  MarkShipmentShipped: {
    parameters: { shipment: 'Text' },
    en: 'Mark shipment {shipment} as shipped',
    nb: 'Merk forsendelse {shipment} som sendt',
  },
  MarkShipmentDelivered: {
    parameters: { shipment: 'Text' },
    en: 'Mark shipment {shipment} as delivered',
    nb: 'Merk forsendelse {shipment} som levert',
  },
  CancelOrder: { en: 'Cancel order', nb: 'Kanseller ordren' },
  DeleteOrder: { en: 'Delete order', nb: 'Slett ordren' },
  ReleaseHold: { en: 'Release hold', nb: 'Frigi' },

  RunWorkflow: { en: 'Run workflow', nb: 'Kjør arbeidsflyten' },
  ResumeWorkflow: { en: 'Resume workflow', nb: 'Fortsett arbeidsflyten' },
  Retry: { en: 'Retry', nb: 'Prøv igjen' },
  RetryPayment: { en: 'Retry payment', nb: 'Prøv betalingen igjen' },
  RetryBooking: { en: 'Retry booking', nb: 'Prøv bookingen igjen' },
  RetryNow: { en: 'Retry now', nb: 'Prøv igjen nå' },
  StopRetrying: { en: 'Stop retrying', nb: 'Slutt å prøve' },
  ResolveError: { en: 'Mark as resolved', nb: 'Merk som løst' },

  SendPaymentLink: { en: 'Send payment link', nb: 'Send betalingslenke' },
  WithdrawPaymentLink: { en: 'Withdraw payment link', nb: 'Trekk tilbake betalingslenken' },
  RecordPayment: { en: 'Record payment', nb: 'Registrer betaling' },
  RecordCapture: { en: 'Record capture', nb: 'Registrer trekk' },
  RecordOutcome: { en: 'Record outcome', nb: 'Registrer utfallet' },
  RecordRefund: { en: 'Record refund', nb: 'Registrer refusjon' },
  RecordVoid: { en: 'Record void', nb: 'Registrer oppheving' },
  ConfirmPayment: { en: 'Mark as completed', nb: 'Merk som gjennomført' },
  MarkInvoicePaid: { en: 'Mark as paid', nb: 'Merk som betalt' },
  VoidRest: { en: 'Void the rest', nb: 'Opphev resten' },
  Refund: { en: 'Refund', nb: 'Refunder' },
  ReduceRefund: {
    parameters: { amount: 'Money' },
    en: 'Reduce refund to {amount}',
    nb: 'Reduser refusjonen til {amount}',
  },

  ReceiveStock: { en: 'Receive stock', nb: 'Motta varer' },
  Reserve: { en: 'Reserve', nb: 'Reserver' },
  ReserveAgain: { en: 'Try to reserve again', nb: 'Prøv å reservere igjen' },

  PostDay: { en: 'Post the day now', nb: 'Bokfør dagen nå' },
  ListDeadLetters: { en: 'List the events', nb: 'Vis hendelsene' },
  ReplayDeadLetter: { en: 'Handle an event again', nb: 'Behandle en hendelse på nytt' },
  CloseRegister: { en: 'Close register', nb: 'Lukk kassen' },
  ShowPosting: { en: 'Show posting', nb: 'Vis posteringen' },
})

export type ActionCode = keyof typeof reasonActions
