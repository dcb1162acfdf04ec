/**
 * What kind of write makes a version of an order: which rules of the write path hold for it. All
 * others hold for every write.
 */
export const writeKinds = {
  /** A new order. */
  create: {
    calculates: true,
    followsStock: false,
    refusesInUse: false,
    refusesUnpaid: false,
    isRenaming: false,
    checksFields: true,
    sets: 'now',
  },
  /** An order as another system has it, amounts and dates included (orders.md#order-import). */
  import: {
    calculates: false,
    followsStock: false,
    refusesInUse: false,
    refusesUnpaid: false,
    isRenaming: false,
    checksFields: true,
    sets: 'nothing',
  },
  edit: {
    calculates: true,
    followsStock: true,
    refusesInUse: true,
    refusesUnpaid: true,
    isRenaming: false,
    checksFields: true,
    sets: 'now',
  },
  /** A comment: it changes no amounts, also when the taxes of the market have changed. */
  note: {
    calculates: false,
    followsStock: false,
    refusesInUse: true,
    refusesUnpaid: true,
    isRenaming: false,
    checksFields: true,
    sets: 'now',
  },
  /** A request moves the order, a shipment or a return form to a status. */
  transition: {
    calculates: true,
    followsStock: true,
    refusesInUse: false,
    refusesUnpaid: true,
    isRenaming: false,
    checksFields: true,
    sets: 'now',
  },
  /** A run continues with what a request was allowed. */
  step: {
    calculates: true,
    followsStock: true,
    refusesInUse: false,
    refusesUnpaid: false,
    isRenaming: false,
    checksFields: false,
    sets: 'now',
  },
  replace: {
    calculates: true,
    followsStock: true,
    refusesInUse: true,
    refusesUnpaid: true,
    isRenaming: false,
    checksFields: true,
    sets: 'now',
  },
  /** Lines get other ids, and nothing else changes. */
  rename: {
    calculates: false,
    followsStock: false,
    refusesInUse: true,
    refusesUnpaid: false,
    isRenaming: true,
    checksFields: false,
    sets: 'now',
  },
  /** Statuses get other names and mean the same: nothing leaves that had not left. */
  migrate: {
    calculates: false,
    followsStock: false,
    refusesInUse: false,
    refusesUnpaid: false,
    isRenaming: true,
    checksFields: false,
    sets: 'now',
  },
} as const satisfies Record<string, KindRules>

export type WriteKind = keyof typeof writeKinds

export type KindRules = {
  /** True: the amounts are calculated; else they are final, and must add up all the same. */
  calculates: boolean
  /** Stock is given back and taken out again with the goods that the order loses. */
  followsStock: boolean
  /** What a step uses that waits for an external call must not change. */
  refusesInUse: boolean
  /** With setting `shipping.refuseUnpaid` no goods leave that are not paid. */
  refusesUnpaid: boolean
  /** Goods of a held order may change their names. */
  isRenaming: boolean
  /** Properties must be as they are declared (custom-fields.md#checks). */
  checksFields: boolean
  /** What `modified` becomes. */
  sets: 'now' | 'nothing'
}
