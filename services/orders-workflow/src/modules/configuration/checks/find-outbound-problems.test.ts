import type { Connector } from '@open-oms/contracts/config/connectors'
import t from 'tap'
import { aSubscription } from '../../../testing/webhooks/test-webhooks.ts'
import { configWithSteps } from '../../../testing/workflow/stepped-config.ts'
import { findOutboundProblems } from './find-outbound-problems.ts'

t.test('when steps are checked, then each needs a connector of its kind, a template and a known status', async (t) => {
  const { orderTypes: types, connectors } = await configWithSteps([
    { name: 'Webhook', connector: 'hook' },
    { name: 'WebhookWorkflowStep', connector: 'erp' },
    { name: 'ExportOrder', connector: 'erp', properties: [{ key: 'ErrorStatus', value: 'OnHold' }] },
    { name: 'ExportOrder', properties: [{ key: 'ErrorStatus', value: 'Nowhere' }] },
    { name: 'Notification' },
  ])
  const of = (name: string, kind: Connector['kind']) => ({ ...(connectors.connectors[0] as Connector), name, kind })
  const configured = { ...connectors, connectors: [of('hook', 'webhook'), of('erp', 'export')] }
  const found = findOutboundProblems({ types, connectors: configured }).map(
    ({ path, reason }) => `${path.split('workflowSteps')[1]}: ${reason}`,
  )
  t.same(found, [
    '[1].connector: WebhookWorkflowStep needs a connector of kind webhook',
    '[3].connector: ExportOrder needs a connector of kind export',
    '[3].properties[0].value: "Nowhere" is not a status of this type',
    '[4].properties: Notification needs property "Template"',
  ])
})

t.test('when subscriptions are checked, then their events, order types and statuses must exist', async (t) => {
  const { orderTypes: types, connectors } = await configWithSteps([])
  const subscribed = (...webhookSubscriptions: ReturnType<typeof aSubscription>[]) =>
    findOutboundProblems({ types, connectors: { ...connectors, webhookSubscriptions } })
  t.same(subscribed(aSubscription({ eventTypes: ['orders.order.created.v1'], orderTypes: ['Online'], statuses: ['New'] })), [])
  t.match(
    subscribed(
      aSubscription(),
      aSubscription({ eventTypes: ['orders.order.create.v1'], orderTypes: ['Web'], statuses: ['new'] }),
    ),
    [
      { file: 'connectors.json', path: 'webhookSubscriptions[1].eventTypes[0]', reason: 'there is no "orders.order.create.v1"' },
      { path: 'webhookSubscriptions[1].orderTypes[0]' },
      { path: 'webhookSubscriptions[1].statuses[0]' },
    ],
  )
})
