import { defineSentences } from './sentence.ts'

/** What happens automatically; the parameter `at` of a sentence is the field `at` of it too. */
export const nextEvents = defineSentences({
  HoldReleased: {
    parameters: { at: 'Time?', unpaid: 'Money?' },
    en: 'Released automatically[ {at}, or when {unpaid} is paid| {at}| when {unpaid} is paid].',
    nb: 'Frigis automatisk[ {at}, eller når {unpaid} er betalt| {at}| når {unpaid} er betalt].',
  },
  HoldEnds: {
    parameters: { at: 'Time?' },
    en: 'The order continues when the last hold is released[ ({at})].',
    nb: 'Ordren fortsetter når det siste stoppet er frigitt[ ({at})].',
  },
  ContinuesSoon: { en: 'Continues within a minute.', nb: 'Fortsetter innen et minutt.' },
  RunTakenOver: { en: 'Another process takes over within seconds.', nb: 'En annen prosess overtar i løpet av sekunder.' },
  NextStep: {
    parameters: { step: 'Text?' },
    en: '[Next step: {step}|The workflow ends].',
    nb: '[Neste steg: {step}|Arbeidsflyten avsluttes].',
  },
  StepTimeout: {
    parameters: { at: 'Time' },
    en: 'Sent again if there is no response by {at}.',
    nb: 'Sendes på nytt hvis svaret ikke er kommet {at}.',
  },
  StepRetry: {
    parameters: { at: 'Time', until: 'Time' },
    en: 'Retried {at}, until {until} at the latest.',
    nb: 'Prøves igjen {at}, senest til {until}.',
  },
  StepRetrySoon: {
    parameters: { until: 'Time' },
    en: 'Retried within seconds, until {until} at the latest.',
    nb: 'Prøves igjen i løpet av sekunder, senest til {until}.',
  },
  StepLastRetry: { parameters: { at: 'Time' }, en: 'Last retry {at}.', nb: 'Siste forsøk {at}.' },
  StepGivenUp: {
    parameters: { at: 'Time' },
    en: 'Not retried: the status has changed since. It stops waiting {at}.',
    nb: 'Prøves ikke igjen: statusen er endret siden. Ventingen avsluttes {at}.',
  },
  LockEnds: { parameters: { at: 'Time' }, en: 'Unlocked {at} at the latest.', nb: 'Låses opp senest {at}.' },
  RequestRepeated: { en: 'The same request is sent again first.', nb: 'Den samme forespørselen sendes først på nytt.' },
  AuthorizationVoided: { en: 'The workflow voids it.', nb: 'Arbeidsflyten opphever den.' },
  AuthorizationExpires: { parameters: { at: 'Time' }, en: 'Authorisation expires {at}.', nb: 'Reservasjonen utløper {at}.' },
  PaymentLinkExpires: { parameters: { at: 'Time' }, en: 'The link expires {at}.', nb: 'Lenken utløper {at}.' },
  GoodsExpected: { parameters: { at: 'Time' }, en: 'Expected {at}.', nb: 'Ventes {at}.' },

  EventsAskedFor: {
    en: 'The missing event is requested again; if it does not come, the others are given up.',
    nb: 'Hendelsen som mangler, hentes på nytt; kommer den ikke, gis de andre opp.',
  },
  DayBuilt: { parameters: { at: 'Time' }, en: 'Posted {at}.', nb: 'Bokføres {at}.' },
  DayBuiltAgain: {
    parameters: { at: 'Time' },
    en: 'Tried again {at}, and whenever the configuration changes.',
    nb: 'Prøves igjen {at}, og når konfigurasjonen endres.',
  },
  DayPostedAgain: {
    parameters: { at: 'Time' },
    en: 'Posted again {at}; a reconciled day gets the difference on a later day.',
    nb: 'Bokføres på nytt {at}; er dagen avstemt, føres differansen på en senere dag.',
  },
})

export type NextCode = keyof typeof nextEvents
