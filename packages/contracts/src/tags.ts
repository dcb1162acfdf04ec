/**
 * The subjects that operations are sorted by, in the order in which a reader meets them. Every
 * operation has exactly one of them.
 */
export const tags: Readonly<Record<string, string>> = {
  Tokens: 'Access tokens of the built-in issuer, and what others need to check them.',
  Sessions: 'Signing in of people, for pages that the gateway serves.',
  Products: 'The catalogue: products with their variants, and packages with their components.',
  'Product assets': 'Images and other files of products and variants.',
  Files: 'The stored files themselves, by the addresses that assets have.',
  'Business customers': 'Companies that buy, with their files.',
  Carts: 'What a customer wants to buy, until it becomes an order.',
  Orders: 'Creating, reading, searching, changing, exporting and deleting orders.',
  'Saved searches': 'Order searches that are kept under a name.',
  'Order lines': 'Adding, changing and cancelling lines of an order.',
  Payments: 'Payments of an order and the ways in which it can be paid.',
  Shipments: 'What of an order is sent together: lines, costs, tracking.',
  Returns: 'Goods that come back: return forms, their status, replacement orders.',
  Comments: 'Notes on orders.',
  Holds: 'Stops that keep an order from going on until they are released.',
  Documents: 'PDF documents of orders, and lists for picking and packing.',
  Templates: 'The templates that messages and documents are made from.',
  Versions: 'What an order was like at each of its versions.',
  Workflow: 'Statuses of orders and the runs of steps that a change of status starts.',
  Jobs: 'Work on many orders that goes on after its response.',
  Inventory: 'Stock levels and their movements.',
  'Z-reports': 'The closing of a day of a store.',
  Accounting: 'Postings, their ledger lines, and reports of them.',
  Configuration: 'What the system is configured to do, and the orders that an older configuration concerns.',
  Webhooks: 'The events that are posted to subscribed addresses.',
  'Dead letters': 'Events that a service could not handle, and that hold back what follows them.',
  Reference: 'This document.',
  Health: 'Whether the system can take requests.',
}
