import type { homeEn } from '../en/home.ts'

/** What the first page says, in Norwegian. */
export const homeNb: typeof homeEn = {
  title: 'Hjem',
  loading: 'Laster',
  zone: 'Dager og timer er i tidssonen {zone}.',
  none: {
    title: 'Velg en side',
    text: 'Tall for ordrer krever rollen som leser ordrer. Det du kan se, er i navigasjonen.',
  },
  exceptions: {
    title: 'Trenger oppfølging',
    clear: 'Ingenting trenger oppfølging.',
    failed: 'Feilede kjøringer',
    interrupted: 'Avbrutte kjøringer',
    waiting: 'Ventende kjøringer',
    errors: 'Ordrer med feil',
    deadLetters: 'Ubehandlede hendelser',
    holds: 'Ordrer på vent',
    orMore: 'Mer enn {count}',
    oldestRun: 'Eldste kjøring',
    oldestOrder: 'Eldste åpne ordre',
    step: '{step}, siden {time}',
    status: '{status}, opprettet {time}',
    nothing: 'Ingen',
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
