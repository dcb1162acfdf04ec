/** What the dialog to edit the items of an order says, in English. */
export const editLinesEn = {
  preview: 'Preview',
  previewing: 'Loading the preview',
  same: 'The total stays {total}.',
  more: 'New total {total}: {change} more.',
  less: 'New total {total}: {change} less.',
  due: '{amount} is to be paid.',
  toRefund: '{amount} is to be refunded.',
  submit: 'Save',
  submitTotal: 'Save, new total {total}',
  saved: 'Items of order {order} changed.',
  problems: {
    empty: 'An order has at least one item. Cancel the order instead.',
    quantity: 'Enter quantity and price of each item.',
    settled: 'Items that are shipped or cancelled stay: enter at least so many.',
    reason: 'Say why the price is another one.',
  },
}
