import type { components } from './generated/openapi.ts'

type Order = components['schemas']['Order']

/** Fields that are sent even when they are empty: a request without one means another value. */
type AlwaysSentField = 'updateStock'

/** Whether a value may be empty: null, a list, a flag, a number, or an object of such fields. */
type MayBeEmpty<V> = null extends V
  ? true
  : V extends readonly unknown[] | boolean | number
    ? true
    : V extends object
      ? Record<never, never> extends SparseOf<V>
        ? true
        : false
      : false

type OmittedKey<T> = { [K in keyof T]-?: K extends AlwaysSentField ? never : MayBeEmpty<T[K]> extends true ? K : never }[keyof T]

type SparseObject<T> = { [K in keyof T as K extends OmittedKey<T> ? never : K]: SparseOf<T[K]> } & {
  [K in keyof T as K extends OmittedKey<T> ? K : never]?: SparseOf<T[K]>
}

/**
 * A model without the fields that are empty (http.md#sparse-responses): a field that is missing is
 * `[]` of a list, `false` of a flag, `0` of a number that cannot be null, else `null`. A whole one
 * is of this type too: a preference need not be applied.
 */
export type SparseOf<T> = T extends readonly (infer Item)[]
  ? SparseOf<Item>[]
  : T extends object
    ? { [K in keyof SparseObject<T>]: SparseObject<T>[K] }
    : T

/** A result whose orders are without their empty fields; what is around them is whole. */
export type WithSparseOrders<T> = T extends Order
  ? SparseOf<T>
  : T extends readonly (infer Item)[]
    ? WithSparseOrders<Item>[]
    : T extends object
      ? { [K in keyof T]: WithSparseOrders<T[K]> }
      : T
