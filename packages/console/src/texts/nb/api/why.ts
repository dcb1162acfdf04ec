/**
 * What an order is waiting for, by the code of the reason, in Norwegian; in English the API says
 * it. Values are the facts of a reason: of evidence `Step` with `reason`, for example,
 * `stepReason`.
 */
export const whyNb: Readonly<Record<string, string>> = {
  OrderDeleted: 'Ordren er slettet: ingen steg kjøres, og ingenting kan endres.',
  OrderReadOnly: 'Ordren er skrivebeskyttet: endringer og nye statuser blir avvist.',
  TypeRemoved: 'Ordretypen {orderOrderType} finnes ikke lenger i konfigurasjonen. Inntil videre kan ordren bare kanselleres.',
  StatusRemoved:
    'Statusen {orderStatus} finnes ikke lenger for ordretypen: den har ingen steg, og ingenting fører ordren videre.',
  OrderQueued: 'Ordren står i kø: steg og statuser blir avvist til en oppdatering tar den ut av køen.',

  HeldForCredit:
    'Regelen {holdRule} har satt ordren på vent ({holdReasonCode}): kunden skyldte for mye da den ble opprettet. {holdNote}',
  HeldByRule: 'Regelen {holdRule} har satt ordren på vent siden den ble opprettet ({holdReasonCode}). {holdNote}',
  HeldByPerson: 'Ordren er satt på vent ({holdReasonCode}). {holdNote}',

  RunInterrupted: 'Stegene for {runStatus} er gitt opp: ti prosesser har overtatt dem uten å bli ferdige.',
  PaymentRefused: 'Steget {stepStep} feilet: betalingsleverandøren avviste det. {stepReason}',
  BookingRefused: 'Steget {stepStep} feilet: transportøren avviste det. {stepReason}',
  StepRefused: 'Steget {stepStep} feilet: det ble avvist. {stepReason}',
  ConnectorNotReady: 'Steget {stepStep} feilet: koblingen kan ikke brukes. {stepReason}',
  RetriesOver: 'Steget {stepStep} feilet og prøves ikke igjen etter {stepAttempts} forsøk. {stepReason}',
  StepFailed: 'Steget {stepStep} feilet. {stepReason}',
  ShippedGoodsCanceled: 'Varer ble kansellert etter at de var sendt: penger og varer er ikke kommet tilbake.',
  OpenError: 'Ordren har en åpen feil: {errorMessage}',

  RunOrphaned: 'Prosessen som utførte stegene for {runStatus}, svarer ikke.',
  ProviderPaused: 'Steget {stepStep} venter: kall til koblingen er satt på pause etter gjentatte feil.',
  StepRetried: 'Steget {stepStep} feilet av en forbigående grunn og venter på et nytt forsøk. {stepReason}',
  StepUnderWay: 'Steget {attemptStep} har spurt noen utenfor systemet, og svaret er ikke kommet ennå.',
  RunTakenOver: 'Stegene for {runStatus} utføres av en prosess som har overtatt dem.',
  RunUnderWay: 'Stegene for {runStatus} blir utført.',
  OrderLocked: 'En annen operasjon endrer ordren; andre endringer blir avvist så lenge.',
  RunHeld: 'Stegene for {runStatus} har stanset fordi ordren er på vent.',
  RunReleased: 'Stegene for {runStatus} hadde stanset mens ordren var på vent; den er frigitt.',

  PaymentOutcomeUnknown:
    'Forespørselen om {paymentAmount} ({paymentTransactionType}) fikk ikke svar: det er ikke kjent om pengene er flyttet.',
  AuthorizationExpired: 'Reservasjonen på {paymentAmount} er utløpt og kan ikke trekkes lenger.',
  AuthorizationLeft: '{paymentLeft} av reservasjonen på {paymentAmount} er igjen og kan ikke bli trukket lenger.',
  RefundPending:
    '{returnFormDue} av retur {returnFormReturnId} er ikke betalt tilbake ennå: returen har status {returnFormStatus}.',
  Overpaid: '{orderOverpaid} mer er trukket enn ordren koster, og ingen steg betaler det tilbake.',
  StockMissing: 'Det er ikke nok på lager av {stockSkuId}: {stockMissing} enheter mangler på lager {stockWarehouseCode}.',
  StockNotKept:
    'Det føres ikke lager av {stockSkuId} på lager {stockWarehouseCode}: ingenting reserveres. Arbeidsflyten går videre uten.',
  WarehouseMissing: 'Ingenting kan reserveres for forsendelse {stockShipmentId}: den har ikke noe lager.',
  Backorder: 'Restordre: mer av {stockSkuId} er lovet enn det som finnes på lager {stockWarehouseCode}.',
  NotReserved: '{stockMissing} enheter av {stockSkuId} er ikke reservert på lager {stockWarehouseCode}.',
  PaymentMissing: 'Ordren på {orderNetTotal} er ikke betalt, og resten er ikke reservert.',
  PaymentPending: 'Betalingen på {paymentAmount} ({paymentTransactionType}) er meldt som ventende: pengene teller ikke ennå.',
  InvoiceUnpaid: '{paymentAmount} er fakturert, og fakturaen er ikke meldt som betalt.',

  AwaitingDecision: 'Ordren har status {orderStatus}: noen må bestemme hva som skjer videre.',
  GoodsOnTheirWay: 'Varene er på vei: transportøren, eller noen andre, må melde at de er levert.',
  AwaitingPickup: 'Varene er klare til henting: ordren venter på kunden.',
  AwaitingStatus: 'Ordren har status {orderStatus}. Ingenting fører den videre automatisk: noen sender neste status.',
  StepsNotRun:
    'Ingen av stegene for {orderStatus} er kjørt: ordren ble skrevet uten arbeidsflyten, eller stegene kom til senere.',

  LinePartlyDelivered: 'Av {lineCode} er {lineDeliveredQuantity} av {lineQuantity} levert; {lineOpenQuantity} gjenstår.',
  LineAwaitsShipment: '{lineCode} venter på at forsendelsen skal gå.',
  LineOnItsWay: '{lineCode} er sendt, og leveringen er ikke meldt ennå.',
  LineNotShipped: 'Enheter av {lineCode} er ikke i noen forsendelse.',
  LineDelivered: '{lineCode} er levert.',
  LineCanceled: '{lineCode} er kansellert.',

  CaptureAtStatus: '{paymentAmount} er reservert og ikke trukket ennå: arbeidsflyten trekker beløpet med en senere status.',
  CaptureNotConfigured: '{paymentAmount} er reservert, og ingen status trekker beløpet: et annet system må trekke det.',
  CapturedPartly: 'En del av {paymentAmount} er trukket; resten venter på en senere levering.',
  PaymentNotDue: 'Ingenting av reservasjonen på {paymentAmount} skal trekkes nå.',
  PaymentFailed: 'Betalingen på {paymentAmount} ({paymentTransactionType}) ble avvist: pengene teller ikke.',
  PaymentVoided: 'Det som var igjen av reservasjonen på {paymentAmount}, er gitt fra seg.',
  PaymentComplete: 'Betalingen på {paymentAmount} er gjennomført.',

  StepLeftOut: 'Steget {stepStep} ble utelatt fordi betingelsene ikke var oppfylt.',
  WorkflowDisabled: 'Ordrer av typen {configurationOrderType} kjører ingen steg.',
  NotCollected: 'Varene ble ikke hentet: penger og reservasjoner er gitt fra seg, og en senere levering betales på nytt.',
  OrderCanceled: 'Ordren er kansellert: den venter ikke på noe.',
  OrderComplete: 'Ordren er ferdig: den venter ikke på noe.',
}

/**
 * What happens next automatically, by the code of the reason. `at` is when; a reason without it has
 * no such sentence.
 */
export const whyNextNb: Readonly<Record<string, string>> = {
  HeldForCredit: 'Ordren frigis automatisk {at}.',
  HeldByRule: 'Ordren frigis automatisk {at}.',
  HeldByPerson: 'Ordren frigis automatisk {at}.',
  RunOrphaned: 'En annen prosess overtar kjøringen i løpet av sekunder.',
  ProviderPaused: 'Det prøves igjen {at}.',
  StepRetried: 'Det prøves igjen {at}.',
  StepUnderWay: 'Med svaret går kjøringen videre; uten svar avbrytes forsøket {at}.',
  OrderLocked: 'Låsen åpnes senest {at}.',
  RunHeld: 'De fortsetter når ordren er frigitt.',
  RunReleased: 'Stegene fortsetter innen et minutt.',
  PaymentOutcomeUnknown: 'Den samme forespørselen sendes igjen før noen annen.',
  AuthorizationLeft: 'Reservasjonen utløper {at}.',
  Backorder: 'Varene ventes {at}.',
  CaptureAtStatus: 'Reservasjonen utløper {at} og kan ikke trekkes etter det.',
  CaptureNotConfigured: 'Reservasjonen utløper {at} og kan ikke trekkes etter det.',
  CapturedPartly: 'Reservasjonen utløper {at} og kan ikke trekkes etter det.',
}

/** What a person can do, by what the call does. */
export const whyActionNb = {
  restore: 'Gjenopprett ordren.',
  retry: 'Kjør steget på nytt når årsaken er borte.',
  resume: 'Fortsett kjøringen.',
  dismiss: 'Slutt å prøve, når det er tatt hånd om på en annen måte.',
  release: 'Frigi ordren når grunnen er borte.',
  enter: 'Sett ordren til {status}.',
  enterShipment: 'Sett forsendelse {shipment} til {status}.',
  enterReturn: 'Sett returen til {status}.',
  pay: 'Registrer betalingen.',
  refund: 'Betal det tilbake til kunden, og registrer det.',
  creditLeft: 'Sett det som returen betaler tilbake, til det som er igjen.',
  void: 'Opphev resten av reservasjonen hos betalingsleverandøren, og registrer det.',
  closeError: 'Lukk feilen når det ikke er mer å gjøre med den.',
  unlock: 'Opphev skrivebeskyttelsen.',
  bookIn: 'Registrer varene når de kommer.',
} as const
