import { defineReasons } from './reasons.ts'

// Parts of several sentences.
const where = {
  en: '[ (shipment {shipment})| (return #{return})]',
  nb: '[ (forsendelse {shipment})| (retur nr. {return})]',
} as const
const ofRun = { status: 'Text', shipment: 'Text?', return: 'Text?' } as const
const later = {
  en: '[ {held later step is/later steps are} on hold.|{continued} The workflow continued.]',
  nb: '[ {held senere steg/senere steg} står på vent.|{continued} Arbeidsflyten fortsatte.]',
} as const
const failed = {
  step: 'Failure',
  shipment: 'Text?',
  return: 'Text?',
  reason: 'Text?',
  held: 'Quantity?',
  continued: 'Flag?',
} as const

/** The state of the order itself, holds, and steps that failed or are under way. */
export const stoppedOrders = defineReasons({
  OrderDeleted: {
    waitsFor: 'Person',
    meaning: 'The order is deleted: no step runs until it is restored.',
    en: 'This order is deleted. Restore it to make changes.',
    nb: 'Ordren er slettet. Gjenopprett den for å gjøre endringer.',
  },
  OrderReadOnly: {
    waitsFor: 'Person',
    meaning: 'The order is read-only: every write is refused.',
    en: 'This order is read-only.',
    nb: 'Ordren er skrivebeskyttet.',
  },
  TypeRemoved: {
    waitsFor: 'Person',
    meaning: 'The order type is not in the configuration any more.',
    parameters: { type: 'Text?' },
    en: 'The order type[ "{type}"] is no longer configured. Change the type, or cancel the order.',
    nb: 'Ordretypen[ «{type}»] finnes ikke lenger i konfigurasjonen. Bytt type, eller kanseller ordren.',
  },
  StatusRemoved: {
    waitsFor: 'Person',
    meaning: 'The status is not in the configuration of the order type any more.',
    parameters: { status: 'Text?', type: 'Text' },
    en: '[Status "{status}" is no longer configured|The order has no status] for order type "{type}". Choose another status.',
    nb: '[Statusen «{status}» finnes ikke lenger|Ordren har ingen status] for ordretypen «{type}». Velg en annen status.',
  },
  OrderQueued: {
    waitsFor: 'Person',
    meaning: 'The order is queued: its status must be changed by an update first.',
    en: 'The order is queued. Take it out of the queue to work on it.',
    nb: 'Ordren står i kø. Ta den ut av køen for å behandle den.',
  },

  HeldForCredit: {
    waitsFor: 'Person',
    meaning: 'A rule holds the order because the customer owes too much.',
    parameters: { reason: 'Text', rule: 'Text', limit: 'Money', note: 'Text?' },
    en: 'On hold: {reason}, by rule "{rule}". The customer owed more than {limit} when ordering.[ Note: {note}.]',
    nb: 'På vent: {reason}, av regelen «{rule}». Kunden skyldte mer enn {limit} ved bestilling.[ Merknad: {note}.]',
  },
  HeldByRule: {
    waitsFor: 'Person',
    meaning: 'A rule of the tenant holds the order.',
    parameters: { reason: 'Text', rule: 'Text', note: 'Text?' },
    en: 'On hold: {reason}, by rule "{rule}".[ Note: {note}.]',
    nb: 'På vent: {reason}, av regelen «{rule}».[ Merknad: {note}.]',
  },
  HeldByPerson: {
    waitsFor: 'Person',
    meaning: 'Someone, or another system, holds the order.',
    parameters: { reason: 'Text', by: 'Text?', note: 'Text?' },
    en: 'On hold: {reason}[, by {by}].[ Note: {note}.]',
    nb: 'På vent: {reason}[, av {by}].[ Merknad: {note}.]',
  },

  RunInterrupted: {
    waitsFor: 'Person',
    meaning: 'A run was given up after ten processes had taken it over without success.',
    parameters: { ...ofRun, step: 'Text?' },
    en: `The workflow of {status}${where.en} stopped after ten attempts.[ Whether {step} went through is unknown.]`,
    nb: `Arbeidsflyten for {status}${where.nb} stanset etter ti forsøk.[ Det er ukjent om {step} gikk gjennom.]`,
  },
  PaymentRefused: {
    waitsFor: 'Person',
    meaning: 'A payment provider permanently refused the request of a step, such as a declined card.',
    parameters: failed,
    en: `{step}${where.en}. The payment provider declined it[: {reason}].${later.en}`,
    nb: `{step}${where.nb}. Betalingsleverandøren avviste det[: {reason}].${later.nb}`,
  },
  BookingRefused: {
    waitsFor: 'Person',
    meaning: 'A carrier permanently refused to book a shipment.',
    parameters: failed,
    en: `{step}${where.en}. The carrier declined it[: {reason}].${later.en} Correct the shipment, then retry.`,
    nb: `{step}${where.nb}. Transportøren avviste det[: {reason}].${later.nb} Rett forsendelsen, og prøv igjen.`,
  },
  StepRefused: {
    waitsFor: 'Person',
    meaning: 'A receiver permanently refused the request of another step.',
    parameters: failed,
    en: `{step}${where.en}. The receiver declined it[: {reason}].${later.en} Fix the problem, then retry.`,
    nb: `{step}${where.nb}. Mottakeren avviste det[: {reason}].${later.nb} Rett feilen, og prøv igjen.`,
  },
  ConnectorNotReady: {
    waitsFor: 'Person',
    meaning: 'A step failed because its connector is not configured, not active, or has no address or secret.',
    parameters: failed,
    en: `{step}${where.en}. The connector is not ready[: {reason}].${later.en} Set it up, then retry.`,
    nb: `{step}${where.nb}. Koblingen er ikke klar[: {reason}].${later.nb} Sett den opp, og prøv igjen.`,
  },
  RetriesOver: {
    waitsFor: 'Person',
    meaning: 'A step failed for a passing reason, and the time in which it is tried again is over.',
    parameters: { ...failed, attempts: 'Quantity' },
    en: `{step}${where.en} in {attempts attempt/attempts}[: {reason}]. It is no longer retried automatically.${later.en}`,
    nb: `{step}${where.nb} på {attempts forsøk/forsøk}[: {reason}]. Det prøves ikke lenger automatisk.${later.nb}`,
  },
  StepFailed: {
    waitsFor: 'Person',
    meaning: 'A step failed by a rule of its own, such as an authorisation that is too small.',
    parameters: failed,
    en: `{step}${where.en}[: {reason}].${later.en} Fix the problem, then retry.`,
    nb: `{step}${where.nb}[: {reason}].${later.nb} Rett feilen, og prøv igjen.`,
  },
  ShippedGoodsCanceled: {
    waitsFor: 'Person',
    meaning: 'Goods were cancelled after they had been shipped or delivered: money and goods are not back.',
    parameters: { message: 'Text?' },
    en: 'Items were cancelled after they had shipped. Check the refund and the stock.[ {message}.]',
    nb: 'Varer ble kansellert etter at de var sendt. Sjekk refusjon og lager.',
  },
  OpenError: {
    waitsFor: 'Person',
    meaning: 'The order has an open error that no stored run explains.',
    parameters: { key: 'Text?', message: 'Text?' },
    en: 'Open error[ ({key})][: {message}].',
    nb: 'Åpen feil[ ({key})][: {message}].',
  },

  RunOrphaned: {
    waitsFor: 'Time',
    meaning: 'The process that carried out a run is silent: another one takes the run over.',
    parameters: { ...ofRun, since: 'Time' },
    en: `The workflow of {status}${where.en} has not responded since {since}.`,
    nb: `Arbeidsflyten for {status}${where.nb} har ikke svart siden {since}.`,
  },
  ProviderPaused: {
    waitsFor: 'Time',
    meaning: 'A step waits because calls to its connector are paused after repeated failures.',
    parameters: { ...failed, connector: 'Text?' },
    en: `{step}${where.en}. Calls to [{connector}|the receiver] are paused after repeated failures.${later.en}`,
    nb: `{step}${where.nb}. Kall til [{connector}|mottakeren] er satt på pause etter gjentatte feil.${later.nb}`,
  },
  AnswerPending: {
    waitsFor: 'Person',
    meaning: 'A step has asked a service of the retailer, which has not decided yet and is asked again.',
    parameters: { ...failed, connector: 'Text?' },
    en: `[{connector}|The service that was asked]${where.en} has not decided yet[: {reason}].${later.en}`,
    nb: `[{connector}|Tjenesten som ble spurt]${where.nb} har ikke bestemt seg ennå[: {reason}].${later.nb}`,
  },
  StepRetried: {
    waitsFor: 'Time',
    meaning: 'A step failed for a passing reason and is tried again.',
    parameters: failed,
    en: `{step}${where.en}[: {reason}].${later.en}`,
    nb: `{step}${where.nb}[: {reason}].${later.nb}`,
  },
  StepUnderWay: {
    waitsFor: 'Time',
    meaning: 'A step has asked someone outside, and the response has not come yet.',
    parameters: { status: 'Text', step: 'Text', attempt: 'Quantity?' },
    en: 'Waiting for the response to {step} of {status}[ (attempt {attempt})].',
    nb: 'Venter på svar til {step} i {status}[ (forsøk {attempt})].',
  },
  RunTakenOver: {
    waitsFor: 'Time',
    meaning: 'A run is carried out by a process that has taken it over from another one.',
    parameters: ofRun,
    en: `The workflow of {status}${where.en} was taken over by another process and is running.`,
    nb: `Arbeidsflyten for {status}${where.nb} ble overtatt av en annen prosess og kjører.`,
  },
  RunUnderWay: {
    waitsFor: 'Time',
    meaning: 'The steps of a status are being carried out.',
    parameters: { ...ofRun, background: 'Flag?' },
    en: `The workflow of {status}${where.en} is running[{background} in the background].`,
    nb: `Arbeidsflyten for {status}${where.nb} kjører[{background} i bakgrunnen].`,
  },
  OrderLocked: {
    waitsFor: 'Time',
    meaning: 'Another operation is modifying the order.',
    en: 'Another operation is changing the order.',
    nb: 'En annen operasjon endrer ordren.',
  },
  RunHeld: {
    waitsFor: 'Person',
    meaning: 'The steps of a status have stopped because the order is held.',
    parameters: { ...ofRun, step: 'Text?' },
    en: `The workflow of {status}${where.en} is paused[ before {step}] while the order is on hold.`,
    nb: `Arbeidsflyten for {status}${where.nb} er satt på pause[ før {step}] så lenge ordren er på vent.`,
  },
  RunReleased: {
    waitsFor: 'Time',
    meaning: 'The order is released, and its steps continue.',
    parameters: { ...ofRun, step: 'Text?' },
    en: `The hold is released. The workflow of {status}${where.en} continues[ with {step}].`,
    nb: `Ordren er frigitt. Arbeidsflyten for {status}${where.nb} fortsetter[ med {step}].`,
  },
})
