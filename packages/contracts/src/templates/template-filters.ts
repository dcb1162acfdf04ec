/** A filter of templates, as the reference describes it. */
type FilterDescription = { name: string; use: string; result: string }

/** The filters of our own (templates.md#filters); implementations are checked to be the same. */
export const ownFilters: readonly FilterDescription[] = [
  { name: 'money', use: '`order.total | money`', result: 'amount with its currency' },
  { name: 'amount', use: '`line.amount | amount`', result: 'amount without its currency, in its decimals' },
  { name: 'unit_price', use: '`line.price | unit_price`', result: 'price of one unit, with up to four decimals' },
  { name: 'quantity', use: '`line.quantity | quantity`', result: 'number with up to three decimals' },
  { name: 'percent', use: '`line.taxRate | percent`', result: 'percentage' },
  { name: 'day', use: '`order.created | day`', result: 'day in the time zone of the store' },
  { name: 'time', use: '`order.created | time`', result: 'time of day in the time zone of the store' },
  { name: 'add_days', use: '`order.created | add_days: 14`', result: 'day so many calendar days later' },
  { name: 'property', use: '`order.properties | property: "Gift"`', result: 'value of the property; empty without one' },
  { name: 'lines', use: '`comment.text | lines`', result: 'list of the lines of a text' },
]

/**
 * The filters of Liquid that templates have (templates.md#filters). Each costs no more than its
 * input is long.
 */
export const standardFilters = [
  'abs',
  'append',
  'at_least',
  'at_most',
  'capitalize',
  'ceil',
  'compact',
  'concat',
  'default',
  'divided_by',
  'downcase',
  'first',
  'floor',
  'join',
  'last',
  'map',
  'minus',
  'modulo',
  'plus',
  'prepend',
  'remove',
  'replace',
  'reverse',
  'round',
  'size',
  'slice',
  'sort',
  'split',
  'strip',
  'sum',
  'times',
  'truncate',
  'truncatewords',
  'uniq',
  'upcase',
  'url_encode',
  'where',
] as const

/** The tags of Liquid that templates have (templates.md#tags). */
export const standardTags = [
  'assign',
  'break',
  'capture',
  'case',
  'comment',
  'continue',
  'cycle',
  'for',
  'if',
  'raw',
  'render',
  'unless',
  '#',
] as const

/** The tags that only document templates have (templates.md#document-templates). */
export const documentTags = ['place', 'heading', 'title', 'footer', 'label'] as const
