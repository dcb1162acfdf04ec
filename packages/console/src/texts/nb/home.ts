import type { homeEn } from '../en/home.ts'

/** What the first page says, in Norwegian. */
export const homeNb: typeof homeEn = {
  title: 'Hjem',
  loading: 'Laster',
  zone: 'Tider er i tidssonen {zone}.',
  none: {
    title: 'Velg en side',
    text: 'Tall for ordrer krever rollen som leser ordrer. Det du kan se, er i navigasjonen.',
  },
  queues: {
    title: 'Å gjøre',
    mine: 'Tildelt meg',
    toPick: 'Skal plukkes',
    toPack: 'Skal pakkes',
    late: 'Forsinket (> {days} dager)',
    notPaid: 'Ikke betalt',
    outOfStock: 'Utsolgt',
    toRefund: 'Returer å refundere',
    holds: 'Ordrer på vent',
    errors: 'Ordrer med feil',
  },
  sales: {
    title: 'Salg i dag',
    none: 'Ingenting solgt ennå i dag.',
    orders: '{orders, plural, one {1 ordre} other {# ordrer}}, {average} i snitt',
    before: '{before} på samme tid for en uke siden',
    stores: 'Per butikk',
    methods: 'Per betalingsmåte',
    otherMethod: 'Annet',
    products: 'Mest solgte varer',
  },
  technical: {
    title: 'For teknikere:',
    failed: '{count, plural, one {1 steg feilet} other {# steg feilet}}',
    waiting: '{count, plural, one {1 steg prøves igjen} other {# steg prøves igjen}}',
    events: '{count, plural, one {1 ubehandlet hendelse} other {# ubehandlede hendelser}}',
  },
  open: {
    title: 'Åpne ordrer etter alder',
    caption: 'Åpne ordrer etter status og dagen de ble opprettet',
    status: 'Status',
    ages: { today: 'I dag', days: '1–2 dager', week: '3–7 dager', older: 'Eldre' },
    total: 'Totalt',
    all: 'Alle åpne',
    none: 'Ingen ordre er åpen.',
    show: '{count, plural, one {1 ordre} other {# ordrer}}: {status}, {age}',
    timedOut: 'Noen tall tok for lang tid å telle. De vises som en strek; listene har alle ordrer.',
  },
  today: {
    title: 'Dagens ordrer',
    total: '{count, plural, =0 {Ingen ordrer ennå i dag} one {1 ordre i dag} other {{shown} ordrer i dag}}',
    chart: 'Ordrer per time. Tabellen under har de samme tallene.',
    table: 'Vis som tabell',
    hour: 'Time',
    orders: 'Ordrer',
  },
}
