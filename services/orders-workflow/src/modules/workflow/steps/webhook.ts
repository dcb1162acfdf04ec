import type { Order } from '@open-oms/contracts/orders/order'
import { stepProperty, wordProperty } from '@open-oms/extend/step'
import { withinTime } from '@open-oms/extend/within-time'
import type { ConnectorResponse } from '../../../connectors/http/call-connector.ts'
import type { CallFailure } from '../../../connectors/http/call-failure.ts'
import { effectKey } from './effect-key.ts'
import { type CallContext, defineCallStep, type Receiver, type StepConnectors, type StepContext } from './step-definition.ts'

/** What a receiver gets who reads the order itself. */
type OrderReference = {
  orderId: string
  orderNumber: string | null
  orderType: string | null
  storeId: string | null
  status: string | null
  versionId: string | null
  /** The shipment that the run is about. */
  shipmentId: string | null
}

/**
 * Longer than a receiver is usually under maintenance, and short enough to be seen the same day.
 */
export const POST_RETRY_FOR = '4h'

type WebhookCall = { connector: string | null; idempotencyKey: string; body: { order: Order } | OrderReference }

/**
 * Posts the order, or with property `Content` Reference what names it, to the step's webhook
 * connector, signed (workflow-steps.md#message-steps, connectors.md#connector-request). Every retry
 * sends the key of run and step.
 */
export const webhook = defineCallStep<WebhookCall, ConnectorResponse>({
  kind: 'call',
  names: ['Webhook', 'WebhookWorkflowStep'],
  properties: {
    Content: {
      ...wordProperty(['Order', 'Reference'], 'Whether the whole order is sent, or ids, type, store, status and version only.'),
      default: 'Order',
    },
  },
  reference: {
    does: 'Posts `{ order }`, or what names it, to the webhook connector, signed',
    conditions: ['the step names a webhook connector'],
    connectorKinds: ['webhook'],
    warnings: [],
    errors: ['the response is not 2xx after all attempts', 'the receiver does not respond', 'the connector is not ready'],
    section: 'message-steps',
    example: {
      within: { orderType: 'Online', status: 'Shipped' },
      connector: 'warehouse',
      runAfterOrderIsSaved: true,
      properties: [{ key: 'Content', value: 'Reference' }],
    },
  },
  ask(order, { step, run }) {
    const isReference = stepProperty(step, 'Content') === 'Reference'
    const body = isReference ? referenceTo(order, run.shipmentId) : { order }
    return { input: { connector: step.connector, idempotencyKey: webhookCallKey({ run, step }), body } }
  },
  call: (input, context) => posted('webhook', input, context),
  failure: postFailure,
  retryFor: POST_RETRY_FOR,
  isPerStep: true,
  dryRun: (input, connectors) => dryPost('webhook', input, connectors),
  record: (order, { output }) =>
    output.kind === 'accepted'
      ? { order, actionStatus: 'Success' }
      : { order, actionStatus: 'Error', errorReason: output.reason },
})

function referenceTo(order: Order, shipmentId: string | null): OrderReference {
  const { orderNumber, orderType, storeId, status, versionId } = order
  return { orderId: order.id, orderNumber, orderType, storeId, status, versionId, shipmentId }
}

type Post = { connector: string | null; idempotencyKey: string; body: unknown }

/**
 * Posts to the step's connector of a kind within the time of the step, the tries of the connector
 * included.
 */
export async function posted(
  kind: Receiver['kind'],
  { connector: name, ...call }: Post,
  context: CallContext,
): Promise<ConnectorResponse> {
  const ending = await withinTime(context, 'the receiver', (signal) =>
    context.connectors.post({ kind, name }, { ...call, signal }),
  )
  return 'result' in ending ? ending.result : { kind: 'unreachable', ...ending }
}

/**
 * What `posted` would return if the receiver accepted: a connector that is not ready is not called,
 * and not in a dry run either.
 */
export function dryPost(
  kind: Receiver['kind'],
  { connector: name }: Pick<Post, 'connector'>,
  { unready }: Pick<StepConnectors, 'unready'>,
): ConnectorResponse {
  const reason = unready({ kind, name })
  return reason === null ? { kind: 'accepted', status: 200, body: null } : { kind: 'refused', status: null, reason }
}

/** Names the call: equal for every try of a step in a run. */
export function webhookCallKey({ run, step }: Pick<StepContext, 'run' | 'step'>): string {
  return effectKey(`${run.id}/${step.id}`)
}

/** What is known of the failure of `posted`; null when it was accepted. A refusal is final. */
export function postFailure(response: ConnectorResponse): CallFailure | null {
  if (response.kind === 'accepted') return null
  const { reason, connector = null } = response
  const common = { reason, connector }
  if (response.kind === 'refused') {
    const reasonClass = response.status === null ? 'NotReady' : 'Refused'
    return { ...common, reasonClass, isPassing: false, isRefused: true, waitMs: null }
  }
  const { reasonClass = 'NoOutcome', waitMs = null } = response
  return { ...common, reasonClass, isPassing: true, isRefused: false, waitMs }
}
