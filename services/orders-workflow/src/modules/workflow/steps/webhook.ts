import type { Order } from '@oms/contracts/orders/order'
import type { ConnectorResponse } from '../../../connectors/http/call-connector.ts'
import { effectKey } from './effect-key.ts'
import {
  type CallContext,
  defineCallStep,
  type Receiver,
  type StepConnectors,
  type StepContext,
  stepProperty,
} from './step-definition.ts'
import { withinTime } from './within-time.ts'

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

type WebhookCall = { connector: string | null; idempotencyKey: string; body: { order: Order } | OrderReference }

/**
 * Posts the order, or with property `Content` Reference what names it, to the step's webhook
 * connector, signed (workflow-steps.md#message-steps, connectors.md#connector-request). Every retry
 * sends the key of run and step.
 */
export const webhook = defineCallStep<WebhookCall, ConnectorResponse>({
  kind: 'call',
  names: ['Webhook', 'WebhookWorkflowStep'],
  properties: { Content: /^(Order|Reference)$/ },
  ask(order, { step, run }) {
    const isReference = stepProperty(step, 'Content') === 'Reference'
    const body = isReference ? referenceTo(order, run.shipmentId) : { order }
    return { input: { connector: step.connector, idempotencyKey: keyOf({ run, step }), body } }
  },
  call: (input, context) => posted('webhook', input, context),
  passing: reasonForRetry,
  dryRun: (input, connectors) => dryPost('webhook', input, connectors),
  record: (order, { output }) =>
    output.kind === 'accepted'
      ? { order, actionStatus: 'Success' }
      : { order, actionStatus: 'Error', errorReason: output.reason },
})

function referenceTo(order: Order, shipmentId: string | null): OrderReference {
  const { orderNumber, orderType, storeId, status, versionId } = order
  return { orderId: order.id as string, orderNumber, orderType, storeId, status, versionId, shipmentId }
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
export function keyOf({ run, step }: Pick<StepContext, 'run' | 'step'>): string {
  return effectKey(`${run.id}/${step.id}`)
}

/** Why a retry may have another outcome; null after a response. */
export function reasonForRetry(result: ConnectorResponse): string | null {
  return result.kind === 'unreachable' ? result.reason : null
}
