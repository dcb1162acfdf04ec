import type { messagesEn } from '../en/messages.ts'

/** What the e-mails and SMS of an order say, in Norwegian. */
export const messagesNb: typeof messagesEn = {
  loading: 'Laster meldingene',
  none: 'Ingen melding de siste 90 dagene.',
  more: 'Vis mer',
  close: 'Lukk',
  types: { email: 'E-post', sms: 'SMS' },
  sms: 'Tekstmelding',
  again: 'sendt på nytt',
  openOf: 'Åpne «{name}» til {to}',
  text: 'Tekst',
  noText: 'Den har ingen tekst ennå.',
  facts: {
    subject: 'Emne',
    to: 'Til',
    cc: 'Kopi til',
    bcc: 'Blindkopi til',
    from: 'Fra',
    template: 'Mal',
    state: 'Tilstand',
    created: 'Skrevet',
    sent: 'Sendt',
    next: 'Neste forsøk',
    attempts: 'Forsøk',
    reason: 'Årsak',
    warning: 'Advarsel',
    resentBy: 'Sendt på nytt av',
  },
  waits: 'Den venter på å bli sendt.',
  explain: {
    sent: 'Send på nytt til {to}?',
    failed: 'Send på nytt til dem av {to} som den ikke har nådd?',
  },
  sendAgain: 'Send på nytt',
  done: 'Meldingen sendes på nytt',
}
