import type { OrderExportModel } from '@open-oms/contracts/orders/search/export'
import { stepProperty } from '@open-oms/extend/step'
import type { ConnectorResponse } from '../../../connectors/http/call-connector.ts'
import { defineCallStep, type StepContext, type StepOutcome } from './step-definition.ts'
import { dryPost, POST_RETRY_FOR, posted, postFailure, webhookCallKey } from './webhook.ts'

type ExportCall = { connector: string | null; idempotencyKey: string; body: OrderExportModel }

/**
 * Sends the order, and the shipment that the run is about, to the step's export connector. On
 * failure the order moves to the status of property `ErrorStatus`
 * (workflow-steps.md#message-steps).
 */
export const exportOrder = defineCallStep<ExportCall, ConnectorResponse>({
  kind: 'call',
  names: ['ExportOrder'],
  properties: {
    ErrorStatus: {
      values: /^\S(.*\S)?$/,
      type: 'text',
      meaning: 'The status that the order moves to when the export fails permanently.',
      default: null,
      limits: 'a status of the order type',
    },
  },
  reference: {
    does: 'Posts `{ order, returnOrderForm, shipment }` to the export connector',
    conditions: ['the step names an export connector'],
    connectorKinds: ['export'],
    warnings: [],
    errors: ['the response is not 2xx after all attempts', 'the receiver does not respond', 'the connector is not ready'],
    section: 'message-steps',
    example: {
      within: { orderType: 'Online', status: 'Completed' },
      connector: 'erp',
      runAfterOrderIsSaved: true,
      properties: [{ key: 'ErrorStatus', value: 'Pending' }],
    },
  },
  ask(order, { step, run }) {
    const shipment = order.orderForm.shipments.find(({ shipmentId }) => shipmentId === run.shipmentId) ?? null
    const returnOrderForm = order.returnOrderForms.find(({ returnId }) => returnId !== null && returnId === run.returnId) ?? null
    const body: OrderExportModel = { order, returnOrderForm, shipment: run.shipmentId === null ? null : shipment }
    return { input: { connector: step.connector, idempotencyKey: webhookCallKey({ run, step }), body } }
  },
  call: (input, context) => posted('export', input, context),
  failure: postFailure,
  retryFor: POST_RETRY_FOR,
  isPerStep: true,
  dryRun: (input, connectors) => dryPost('export', input, connectors),
  record(order, { output }, { step }: StepContext): StepOutcome {
    if (output.kind === 'accepted') return { order, actionStatus: 'Success' }
    const status = stepProperty(step, 'ErrorStatus')
    const failed: StepOutcome = { order, actionStatus: 'Error', errorReason: output.reason }
    return status === null ? failed : { ...failed, triggerNewStatus: status }
  },
})
