import { createHash, randomUUID } from 'node:crypto'
import { completer } from '@open-oms/contracts/complete'
import { OrderType } from '@open-oms/contracts/config/order-types'
import { Order } from '@open-oms/contracts/orders/order'
import type { InputOf } from '@open-oms/contracts/primitives'
import { Value } from '@sinclair/typebox/value'
import { type CheckedCall, checkedStep } from './checked-step.ts'
import type { ConnectorAnswer, ConnectorCall, DefinedConnector } from './connector.ts'
import { findStepFault } from './find-step-fault.ts'
import type { ExtensionStep, StepContext, StepOutcome } from './step.ts'

/** How a step is configured and what it sees; what is absent has a usual value. */
export type StepSurroundings = Partial<StepContext['run']> & {
  /** The properties that the configuration gives the step. */
  properties?: Readonly<Record<string, string>>
  connector?: string | null
  timeoutMs?: number
  /** ISO 8601 UTC. */
  now?: string
  currency?: string
  orderType?: OrderType
  /** The codes of the warehouses of the order's store, the preferred first. */
  warehouses?: readonly string[]
  /** True: nobody is called. */
  dryRun?: boolean
  /** The order as it is after the call; absent: nobody has changed it meanwhile. */
  orderAfterCall?: Order
}

/** The outcome, with what was asked and answered where the step called someone. */
export type SteppedOrder = StepOutcome & { input?: unknown; output?: unknown }

const complete = completer(Order)
const TIME = '2026-01-02T09:00:00.000Z'
const TIMEOUT_MS = 10_000

/**
 * An order as the system gives it to a step: the fields that are given, and the usual empty values
 * of all others. Raises an error where a list has an entry without what identifies it.
 */
export function testOrder(fields: InputOf<Order> = {}): Order {
  const known = { id: 'order-1', orderType: 'Online', status: 'New', storeId: 'Oslo-01', created: TIME, modified: TIME }
  const states: InputOf<Order> = { paymentStatus: 'NotPaid', fulfilmentStatus: 'Unfulfilled' }
  const order = complete({ ...known, ...states, ...fields })
  const [error] = Value.Errors(Order, order)
  if (error !== undefined) throw new Error(`The order is not valid at ${error.path}: ${error.message}.`)
  return order
}

/**
 * Runs a step once on an order as the system does, with the same checks of its declaration, its
 * properties and its outcome. A fault of its functions is an outcome with status `Error`; a step
 * that the system would not load, or not take with these properties, raises an error.
 */
export async function runStep(step: ExtensionStep, order: Order, surroundings: StepSurroundings = {}): Promise<SteppedOrder> {
  const fault = findStepFault(step)
  if (fault !== null) throw new Error(`The step ${fault}.`)
  const context = contextFor(step, order, surroundings)
  const checked = checkedStep(step)
  return checked.kind === 'change' ? checked.apply(order, context) : await callOnce(checked, { order, context, surroundings })
}

type Given = { order: Order; context: StepContext; surroundings: StepSurroundings }

async function callOnce(step: CheckedCall, { order, context, surroundings }: Given): Promise<SteppedOrder> {
  const asked = step.ask(order, context)
  if (!('input' in asked)) return asked
  const { input } = asked
  const { run, step: configured } = context
  const idempotencyKey = createHash('sha256').update(`${run.id}/${configured.id}`).digest('hex')
  const { timeoutMs } = configured
  const { signal } = new AbortController()
  const called = surroundings.dryRun === true ? step.dryRun(input) : await step.call(input, { idempotencyKey, timeoutMs, signal })
  const outcome = step.record(surroundings.orderAfterCall ?? order, { input, called }, context)
  return { ...outcome, input, ...('output' in called && { output: called.output }) }
}

function contextFor(step: ExtensionStep, order: Order, given: StepSurroundings): StepContext {
  const { id = 'run-1', shipmentId = null, returnId = null, status = order.status, orderId = order.id } = given
  const { connector = null, timeoutMs = TIMEOUT_MS, now = TIME, currency = 'NOK', warehouses = [] } = given
  const type = given.orderType ?? orderTypeFor(order)
  const [name = ''] = step.names
  return {
    run: { id, orderId, shipmentId, returnId, status },
    step: { id: 'step-1', name, connector, timeoutMs, properties: propertiesFor(step, given.properties ?? {}) },
    now,
    currencyOf: () => currency,
    handlingTypeOf: () => type,
    warehousesOf: () => warehouses,
    randomText: (length) =>
      randomUUID()
        .replaceAll('-', '')
        .repeat(Math.ceil(length / 32))
        .slice(0, length),
  }
}

/** A type that has the status of the order alone. */
function orderTypeFor({ orderType, status }: Order): OrderType {
  const statuses = [{ name: status, order: 1 }]
  return Value.Default(OrderType, { name: orderType, orderNumberType: 'order', orderStatuses: statuses }) as OrderType
}

function propertiesFor(step: ExtensionStep, given: Readonly<Record<string, string>>) {
  return Object.entries(given).map(([key, value]) => {
    const property = step.properties[key]
    if (property === undefined) throw new Error(`step "${step.names[0]}" has no property "${key}"`)
    if (!property.values.test(value)) throw new Error(`"${value}" is not a value of property "${key}" of step "${step.names[0]}"`)
    return { key, value }
  })
}

/**
 * Asks a connector as the system does, over JSON; `call` may give the key of an earlier request.
 */
export async function askConnector(
  connector: Pick<DefinedConnector, 'answer'>,
  request: object,
  call: Partial<ConnectorCall> = {},
): Promise<ConnectorAnswer> {
  const { idempotencyKey = randomUUID(), signal = new AbortController().signal } = call
  const answer = await connector.answer(JSON.parse(JSON.stringify(request)), { idempotencyKey, signal })
  return JSON.parse(JSON.stringify(answer))
}
