import accounting from './examples/accounting.json' with { type: 'json' }
import catalogue from './examples/catalogue.json' with { type: 'json' }
import fulfilment from './examples/fulfilment.json' with { type: 'json' }
import orderChanges from './examples/order-changes.json' with { type: 'json' }
import orders from './examples/orders.json' with { type: 'json' }
import system from './examples/system.json' with { type: 'json' }
import workflow from './examples/workflow.json' with { type: 'json' }

/** A call that a test made, and its response, with stable ids and times. */
export type RecordedExample = {
  operationId: string
  /** Of path and query. */
  parameters: Record<string, string | number | boolean | readonly string[]>
  request?: { contentType: string; body: unknown }
  response: { status: number; contentType: string | null; body?: unknown }
}

/** The calls of e2e/examples.test.ts, which records them and compares them with what the system answers. */
export const recordedExamples = [
  system,
  catalogue,
  orders,
  orderChanges,
  fulfilment,
  workflow,
  accounting,
].flat() as unknown as readonly RecordedExample[]
