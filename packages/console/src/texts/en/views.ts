/** What the forms of saved views say, in English. */
export const viewsEn = {
  name: 'Name',
  shared: 'Share with the team',
  sharedHint: 'With the orders of the stores that they may see.',
  save: 'Save',
  delete: 'Delete',
  confirm: 'Delete permanently',
  sharedBy: 'Shared by {name}',
  readOnly: 'Only administrators of all stores change shared views.',
  changed: 'Someone has changed this view meanwhile. It is shown as it is now: look at it and save again.',
}
