import type { holdsEn } from '../en/holds.ts'

/** What the dialogs to hold and release an order say, in Norwegian. */
export const holdsNb: typeof holdsEn = {
  close: 'Lukk',
  hold: {
    explain: 'Ingenting trekkes, bestilles eller sendes før ordren frigis. Statusen kan fortsatt endres.',
    reasonCode: 'Årsak',
    reasonCodeHelp: 'Bokstaver, sifre, punktum, bindestrek og understrek; ordrer på vent finnes med den.',
    note: 'Merknad',
    until: 'Frigi automatisk',
    untilPast: 'Velg et tidspunkt i fremtiden.',
    whenPaid: 'Frigi den så snart den er betalt i sin helhet',
    running: 'Disse stegene pågår og settes på pause: {runs}',
    submit: 'Sett ordren på vent',
    done: 'Ordren er på vent: {reason}',
    isReleased: 'Ordren er allerede frigitt.',
  },
  release: {
    explain: 'Ordren fortsetter når den siste ventegrunnen er frigitt.',
    loading: 'Finner ut hva som fortsetter',
    goesOn: 'Fortsetter når ordren frigis: {runs}',
    staysHeld: 'Ordren er også på vent av en annen grunn.',
    nothing: 'Ingenting venter på frigivelsen.',
    by: '{name}, {time}',
    rule: 'Regel {rule}, {time}',
    until: 'Til {time}',
    whenPaid: 'Til den er betalt i sin helhet',
    note: 'Merknad (valgfritt)',
    choose: 'Hva som skal frigis',
    submit: 'Frigi',
    done: 'Ordren er ikke lenger på vent for {reason}. Angre setter den på vent igjen; det stegene har gjort innen da, blir stående.',
  },
}
