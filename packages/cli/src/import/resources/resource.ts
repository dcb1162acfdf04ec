import type { Kind } from '@open-oms/import/kinds'
import type { Item, RowFacts } from '@open-oms/import/reading/read-item'
import type { Decimal } from '@open-oms/money/decimal'
import type { Api, Refusal } from './api.ts'

/** What became of each item of a list, in its order. */
export type SendResult = { outcomes: readonly ('created' | 'updated' | 'existing' | 'failed')[]; refusals: readonly Refusal[] }

/** Something that the file and the system say differently of an item. */
export type Difference = { key: string; property: string; file: unknown; system: unknown }

/** What is added up of items: money by currency, stock by warehouse. */
export type Sum = { measure: 'total' | 'captured' | 'credited' | 'stock'; unit: string; file: Decimal; system: Decimal }

export type Comparison = {
  /** How many of the items the system has. */
  found: number
  differences: readonly Difference[]
  sums: readonly Sum[]
}

/** An item with what the rows of the file say that it was read from. */
export type ComparedItem = { key: string; item: Item; rows: RowFacts }

export type SendOptions = {
  /** Names the effect: the same key with the same items has one effect. */
  key: string
  /** Replaces existing items. */
  updates: boolean
}

/** How one kind of item is checked, sent and compared. */
export type Resource = Kind & {
  /** The item as the API takes it. Raises `DomainError` with a text per path. */
  read(item: Item): Item
  /** Most items of one request. */
  batchMax: number
  canUpdate: boolean
  /** What the system itself would refuse; it writes nothing. */
  check?(api: Api, items: readonly Item[]): Promise<readonly Refusal[]>
  send(api: Api, items: readonly Item[], options: SendOptions): Promise<SendResult>
  compare(api: Api, items: readonly ComparedItem[]): Promise<Comparison>
}
