/**
 * A call as a connector of the closed system makes it, with what it expects. The calls run in their
 * order against one system, so that a later one finds what an earlier one made.
 */
export type RecordedCall = {
  /** What is odd about it, or what it is an example of. */
  what: string
  /** Method and path. */
  call: string
  /** Beside the token and the length. A null removes a header. */
  headers?: Readonly<Record<string, string | null>>
  /** Sent as it is; an object as JSON with type application/json. */
  body?: string | object
  /** The body is sent in pieces, without its length. */
  isChunked?: true
  status: number
  /** A part of the JSON response. */
  response?: object
  /** Parts of the headers of the response. */
  responseHeaders?: Readonly<Record<string, RegExp>>
}

/** Two cups. */
export const line = { lineItemId: '1', code: 'CUP', quantity: 2, placedPrice: 125, taxRate: 25 }
/** A body for a new order. */
export const order = (id: string, more: object = {}) => ({
  id,
  storeId: 'Oslo-01',
  marketId: 'NOR',
  orderType: 'Online',
  status: 'New',
  orderForm: { lineItems: [line] },
  ...more,
})
