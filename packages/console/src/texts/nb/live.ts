import type { liveEn } from '../en/live.ts'

/** What pages say of changes that others make, in Norwegian. */
export const liveNb: typeof liveEn = {
  new: '{count, plural, one {1 ny} other {{shown} nye}} – vis',
  changed: '{count, plural, one {1 endret} other {{shown} endret}} – vis',
  newOrChanged: '{shown} nye eller endret – vis',
  order: {
    updated: 'Oppdatert',
    updatedBy: 'Oppdatert: endret av {name}',
    changed: 'Den er endret i mellomtiden',
    changedBy: 'Endret av {name} i mellomtiden',
    show: 'Vis',
  },
}
