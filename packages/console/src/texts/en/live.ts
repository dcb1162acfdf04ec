/** What pages say of changes that others make, in English. */
export const liveEn = {
  new: '{count, plural, one {1 new} other {{shown} new}} – show',
  changed: '{count, plural, one {1 changed} other {{shown} changed}} – show',
  newOrChanged: '{shown} new or changed – show',
  order: {
    updated: 'Updated',
    updatedBy: 'Updated: changed by {name}',
    changed: 'It has changed meanwhile',
    changedBy: 'Changed by {name} meanwhile',
    show: 'Show',
  },
}
