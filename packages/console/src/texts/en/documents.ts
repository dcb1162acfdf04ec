/** What the documents of an order and messages to its customer say, in English. */
export const documentsEn = {
  of: 'Documents of',
  all: 'The whole order',
  shipment: 'Shipment {shipment}',
  kinds: {
    'order-confirmation': 'Order confirmation',
    invoice: 'Invoice',
    receipt: 'Receipt',
    'delivery-note': 'Delivery note',
    'pick-list': 'Pick list',
    'packing-slips': 'Packing slips',
  },
  nothingToPrint: 'There is nothing to pack:',
  message: {
    disabled: 'Notifications are disabled for this order: the text is kept among the notes and is not sent.',
    isEmail: 'By e-mail',
    email: 'E-mail address',
    several: 'Several are separated by commas.',
    subject: 'Subject',
    subjectHelp: 'Left empty: the usual subject in the language of the market.',
    isSms: 'By SMS',
    phone: 'Phone number',
    text: 'Text',
    submit: 'Send',
    done: 'The message is on its way, and kept among the notes',
  },
}
