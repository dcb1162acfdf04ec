/** What is said of declared fields, in English. */
export const fieldsEn = {
  title: 'Details',
  edit: 'Edit details',
  editPart: 'Edit details of {item}',
  editTitle: 'Details',
  editPartTitle: 'Details of {item}',
  shipment: 'Shipment {number}',
  save: 'Save',
  close: 'Close',
  saved: 'The details are saved.',
  none: 'No details.',
  withoutDetails: 'Items without details',
  yes: 'Yes',
  no: 'No',
  changed: 'Someone has changed it meanwhile. Your changes are still here: save again to write them on top.',
}
