import type { viewsEn } from '../en/views.ts'

/** What the forms of saved views say, in Norwegian. */
export const viewsNb: typeof viewsEn = {
  name: 'Navn',
  shared: 'Del med alle',
  sharedHint: 'Med ordrene fra butikkene som de kan se.',
  save: 'Lagre',
  delete: 'Slett',
  confirm: 'Slett for godt',
  sharedBy: 'Delt av {name}',
  readOnly: 'Bare administratorer for alle butikker endrer visninger som alle ser.',
  changed: 'Noen har endret denne visningen i mellomtiden. Den vises slik den er nå: se på den og lagre igjen.',
}
