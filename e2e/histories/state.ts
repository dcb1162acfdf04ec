/** What is there when all is at rest: one JSON a line, orders one after the other. */
export type StateRecord =
  | VersionRecord
  | { type: 'change'; position: number; orderId: string; versionId: string; kind: string }
  | { type: 'sequence'; orderId: string; sequence: number }
  | { type: 'level'; skuId: string; warehouseCode: string; quantity: number; reserved: number }
  | MovementRecord
  | EffectRecord
  | BookedRecord
  | { type: 'ledger'; debit: number; credit: number; money: number }
  | { type: 'audit'; act: string; orderId: string | null; outcome: string; details: string }
  | { type: 'zreport'; zReportId: string; storeId: string; number: number; paid: number; orderIds: string[] }
  | { type: 'counted'; orderId: string; paymentId: string; zReportId: string }
  | ProductRecord
  | MessageRecord
  | { type: 'left'; what: string; count: number }

export type VersionRecord = {
  type: 'version'
  orderId: string
  number: number
  versionId: string
  operation: string
  createdBy: string | null
  created: string
  /** The stored document (ADR 114). */
  document: object
}

export type MovementRecord = {
  type: 'movement'
  skuId: string
  warehouseCode: string
  kind: string
  quantityDelta: number
  reservedDelta: number
  orderId: string | null
  lineItemId: string | null
  isClosed: boolean
  reason: string | null
}

/** Money that the provider has moved. */
export type EffectRecord = { type: 'effect'; operation: string; orderId: string; amount: number; transactionId: string }

/** A payment that accounting counts. */
export type BookedRecord = { type: 'booked'; orderId: string; paymentId: string; transactionType: string; amount: number }

/** A version of a product; its name is the mark of the request that wrote it. */
export type ProductRecord = { type: 'product'; productId: string; revision: number; versionId: string; name: string }

/** A message to a customer. */
export type MessageRecord = {
  type: 'message'
  id: string
  orderId: string | null
  resendOf: string | null
  state: string
  /** The addresses as JSON. */
  recipients: string
}
