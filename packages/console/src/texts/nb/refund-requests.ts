import type { refundRequestsEn } from '../en/refund-requests.ts'

/** What is said of refunds that need a second person, in Norwegian. */
export const refundRequestsNb: typeof refundRequestsEn = {
  title: 'Refusjoner å godkjenne',
  explain: 'Refusjoner over butikkens grense må godkjennes av en person til.',
  loading: 'Laster refusjonene',
  none: { title: 'Ingenting å godkjenne', text: 'Ingen refusjon venter på en person til.' },
  forbidden: { title: 'Du kan ikke godkjenne refusjoner', text: 'Det krever tillatelsen til å refundere.' },
  most: 'Bare de nyeste vises.',
  order: 'Ordre {order}',
  banner: 'Refusjon som må godkjennes',
  ask: {
    title: 'En annen må godkjenne {amount}',
    text: 'En så stor refusjon krever en person til. Ingenting er endret. Be om godkjenning, og refunder når du har fått den.',
    reason: 'Begrunnelse til den som godkjenner',
    submit: 'Be om godkjenning',
    done: 'Du har bedt om godkjenning av {amount}',
    waits: 'En annen godkjenner på siden til ordren, eller fra Hjem. Refunder så på nytt.',
    approved: '{name} har godkjent {amount}',
    now: 'Refunder på nytt nå.',
  },
  line: {
    asks: '{name} ber om å refundere {amount}, {time}',
    mine: 'Du har bedt om å refundere {amount}, {time}',
    waits: 'Den venter til en annen godkjenner.',
    refundNow: 'Godkjent av {name}. Refunder nå, før {time}.',
    approved: 'Godkjent av {name}, til {time}.',
  },
  decide: {
    approve: 'Godkjenn',
    refuse: 'Avslå',
    takeBack: 'Trekk tilbake',
    approveLabel: 'Godkjenn {amount} for {name}',
    refuseLabel: 'Avslå {amount} for {name}',
    takeBackLabel: 'Trekk tilbake forespørselen om {amount}',
    approved: '{name} kan nå refundere {amount}',
    refused: 'Avslått: {amount}',
    takenBack: 'Forespørselen er trukket tilbake',
    meanwhile: 'Den ble avgjort av en annen, eller betalt tilbake, i mellomtiden.',
    close: 'Lukk',
  },
}
