import accounting from './examples/accounting.json' with { type: 'json' }
import catalogue from './examples/catalogue.json' with { type: 'json' }
import errors from './examples/errors.json' with { type: 'json' }
import fulfilment from './examples/fulfilment.json' with { type: 'json' }
import letters from './examples/letters.json' with { type: 'json' }
import orderChanges from './examples/order-changes.json' with { type: 'json' }
import orders from './examples/orders.json' with { type: 'json' }
import sessions from './examples/sessions.json' with { type: 'json' }
import system from './examples/system.json' with { type: 'json' }
import workflow from './examples/workflow.json' with { type: 'json' }

/** A call that a test made, and its response, with stable ids and times. */
export type RecordedExample = {
  operationId: string
  /** Of path and query; none of a call that fails, whose response alone is an example. */
  parameters: Record<string, string | number | boolean | readonly string[]>
  request?: { contentType: string; body: unknown }
  response: { status: number; contentType: string | null; body?: unknown }
}

/**
 * The calls of e2e/examples.long.test.ts, which records them and compares them with the system's
 * responses.
 */
export const recordedExamples = [
  system,
  catalogue,
  orders,
  orderChanges,
  fulfilment,
  workflow,
  accounting,
  errors,
  sessions,
  letters,
].flat() as unknown as readonly RecordedExample[]

const OF_A_SHOP = 'The sample tenant adds no panels and no buttons to the console.'
const A_DEVICE = 'Only a device makes and uses a passkey.'

/**
 * The parts of the OpenAPI document without an example, by the name that the coverage has for it,
 * and why.
 */
export const withoutExample: Readonly<Record<string, string>> = {
  'getOpenApiDocument 200': 'The response is the document itself.',
  'addPasskey 200': A_DEVICE,
  'addPasskey application/json': A_DEVICE,
  'offerPasskey 200': 'The address of the examples is a number, where browsers have no passkeys.',
  'signInByPasskey 200': A_DEVICE,
  'signInByPasskey application/json': A_DEVICE,
  'createPanelToken 200': OF_A_SHOP,
  'pressButton 200': OF_A_SHOP,
  'pressButton application/json': OF_A_SHOP,
  Error408: 'A client would have to wait for half a minute in the middle of its request.',
  Error431: 'The connection ends with it, which many clients see in its place.',
  Error500: 'Nothing that the system is known to do.',
  Error503: 'A part of the system would have to be down.',
}
