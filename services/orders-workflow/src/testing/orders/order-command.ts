import type { TestRequest } from '@open-oms/service-kit/testing/test-server'
import type { WriteKind } from '../../order/rules/write-kinds.ts'

/** What belongs to an order and is no field of it: its newest message, and its newest run. */
export type OfOrder = { messageId: string; runId: string; stepId: string }

/** A command that writes one order: the request for an order as it is stored. */
export type OrderCommand = {
  kind: WriteKind
  request(order: StoredOrder, ofOrder: OfOrder): Pick<TestRequest, 'method' | 'url' | 'body' | 'query'>
  /** A request that changes what return form 1 pays back, where the command can. */
  ofReturn?: OrderCommand['request']
  /** Make the part of the order that the command names; absent where it names none. */
  prepares?: readonly OrderCommand['request'][]
  /** The status that the order is in when it comes; New when absent. */
  status?: 'Completed' | 'Returned'
}

/** An order as a response has it; of an unknown one the id is another. */
export type StoredOrder = { id: string; storeId: string; orderForm: Record<string, unknown> } & Record<string, unknown>
