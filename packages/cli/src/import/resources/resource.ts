import type { Decimal } from '@oms/money/decimal'
import type { TObject } from '@sinclair/typebox'
import type { Api, Refusal } from './api.ts'

/** What can be imported and exported. */
export const resourceNames = ['orders', 'products', 'stock', 'customers'] as const
export type ResourceName = (typeof resourceNames)[number]

export type Item = Record<string, unknown>

/** What became of each item of a list, in its order. */
export type Sent = { outcomes: readonly ('created' | 'updated' | 'existing' | 'failed')[]; refusals: readonly Refusal[] }

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

export type SendOptions = {
  /** Names the effect: the same key with the same items has one effect. */
  key: string
  /** Replaces what is there already. */
  updates: boolean
}

/** How one kind of item is checked, sent and compared. */
export type Resource = {
  name: ResourceName
  /** The model whose property paths mappings name. */
  model: TObject
  /** The item as the API takes it. Raises `DomainError` with a text per path. */
  read(item: Item): Item
  /**
   * What distinguishes an item from others, and the path that it is at; null when the item has
   * none.
   */
  keyOf(item: Item): string | null
  keyPath: string
  /** The heading by which rows of an own CSV belong together. */
  groupPath: string
  /** Most items of one request. */
  batchMax: number
  canUpdate: boolean
  /** What the system itself would refuse; it writes nothing. */
  check?(api: Api, items: readonly Item[]): Promise<readonly Refusal[]>
  send(api: Api, items: readonly Item[], options: SendOptions): Promise<Sent>
  compare(api: Api, items: readonly Item[]): Promise<Comparison>
}
