import type { reportsEn } from '../en/reports.ts'

/** What the page of reports says, in Norwegian. */
export const reportsNb: typeof reportsEn = {
  title: 'Rapporter',
  explain: 'Tall for ordrer, lager og hovedbok. Dagene er de i regnskapets tidssone.',
  report: 'Rapport',
  from: 'Fra',
  to: 'Til',
  store: 'Butikk',
  allStores: 'Alle butikker',
  rows: '{count, plural, =0 {Ingen rader} one {# rad} other {# rader}}',
  more: 'De første {count} radene vises. Filen har alle.',
  download: 'Last ned CSV',
  stop: 'Stopp',
  failed: 'Rapporten kunne ikke lastes ned',
  none: { title: 'Ingenting i denne perioden', text: 'Velg andre dager eller en annen butikk.' },
  forbidden: { title: 'Du kan ikke kjøre rapporter', text: 'Det krever tillatelse til å eksportere.' },
}
