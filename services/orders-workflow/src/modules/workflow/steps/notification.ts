import type { Order } from '@open-oms/contracts/orders/order'
import { flagProperty, type StepPropertyReference, stepProperty } from '@open-oms/extend/step'
import { messageRoute } from '../../../connectors/notification/notification-connectors.ts'
import type { OrdersConfig } from '../../../order/rules/context/orders-config.ts'
import { openQuantity } from '../../../order/rules/shipments/shipment-lines.ts'
import { type MessageKind, messageKinds } from '../../notifications/domain/message-content.ts'
import { type Notification, planNotification } from '../../notifications/domain/notification.ts'
import { type NotificationRoutes, notificationMessages } from '../../notifications/messages/notification-messages.ts'
import { isOwnMessage } from '../../notifications/templates/template-path.ts'
import { hasTemplate, templateSet } from '../../notifications/templates/template-set.ts'
import type { MessageStep, StepContext } from './step-definition.ts'

const USUAL: Record<MessageKind, boolean> = { email: true, sms: false }
const PROPERTY_OF: Record<MessageKind, string> = { email: 'Email', sms: 'Sms' }
const NAME_OF: Record<MessageKind, string> = { email: 'e-mail', sms: 'SMS' }

/**
 * Which names there are is known only with the tenant's templates: a check of the whole
 * configuration judges that.
 */
const templateProperty: StepPropertyReference = {
  values: /^[a-z0-9]+(-[a-z0-9]+)*$/,
  type: 'word',
  meaning: 'What the customer is notified of. Required.',
  default: null,
  limits: 'a message of [Templates](templates.md), built-in or of the tenant',
}

/**
 * Notifies the customer of what property `Template` names: by e-mail unless `Email` is false, and
 * by SMS where `Sms` is true. The messages are stored in the transaction of the outcome, and
 * composed and sent afterwards, with ids of run and step: each is stored once
 * (workflow-steps.md#message-steps). A delivered status is notified when the shipment, or the
 * order, that it is for is delivered as a whole, and not at each partial delivery.
 */
export const notification: MessageStep = {
  kind: 'message',
  isPerStep: true,
  names: ['Notification'],
  properties: {
    Template: templateProperty,
    Email: flagProperty('Whether an e-mail is sent.', USUAL.email),
    Sms: flagProperty('Whether an SMS is sent.', USUAL.sms),
  },
  reference: {
    does: 'Stores an e-mail and an SMS to the customer, which are composed and sent after the write',
    conditions: ['the order does not switch notifications off', 'in a delivered status: everything in scope is delivered'],
    connectorKinds: ['email', 'sms'],
    warnings: [
      "the order's notifications are switched off",
      'the order names nobody to reach',
      'of `payment-link`: the order has no open payment link',
      'there is no active connector with a sender',
      'in a delivered status: something is open',
    ],
    errors: ['the step names no template', 'there is no template of the name'],
    section: 'message-steps',
    example: {
      within: { orderType: 'Online', status: 'Shipped' },
      runAfterOrderIsSaved: true,
      properties: [
        { key: 'Template', value: 'shipped' },
        { key: 'Sms', value: 'true' },
      ],
    },
  },
  messagesFor(order, { step, run, now, config, handlingTypeOf }) {
    const template = stepProperty(step, 'Template')
    if (template === null) return { actionStatus: 'Error', errorReason: 'The step names no template.' }
    if (isUnknown(template, config))
      return { actionStatus: 'Error', errorReason: `Message "${template}" cannot be made. It has no template.` }
    const warning = (message: string) => ({ actionStatus: 'Warning', message }) as const
    if (order.isNotificationsDisabled) return warning("The order's notifications are switched off.")
    const kinds = stepMessageKinds(step)
    if (isPartial(order, { run, handlingTypeOf })) return warning('Not everything is delivered yet.')
    const request = { key: `${run.id}/${step.id}`, template, kinds, shipmentId: run.shipmentId, created: now }
    const notification = planNotification(order, request)
    if (template === 'payment-link' && notification.paymentLink === null) return warning('The order has no open payment link.')
    if (wantedKinds(notification).length === 0) return warning(`The order names nobody to reach by ${formatKinds(kinds)}.`)
    const messages = notificationMessages(notification, notificationRoutes(config))
    const missing = wantedKinds(notification).filter((kind) => !messages.some((message) => message.kind === kind))
    const message = `Messages: ${messages.length}.`
    if (missing.length === 0) return { actionStatus: 'Success', message, messages }
    return { ...warning(`There is no active connector with a sender for ${formatKinds(missing)}. ${message}`), messages }
  },
}

/** A run that was planned before a reload may name a message that the tenant no longer has. */
function isUnknown(template: string, { templates }: OrdersConfig): boolean {
  return isOwnMessage(template) && !hasTemplate(templateSet(templates), template, 'text')
}

function isPartial(order: Order, { run, handlingTypeOf }: Pick<StepContext, 'run' | 'handlingTypeOf'>): boolean {
  const { shipmentId, returnId, status } = run
  if (returnId !== null) return false
  const { lineItems, shipments } = order.orderForm
  const meant = shipmentId === null ? lineItems : (shipments.find((one) => one.shipmentId === shipmentId)?.lineItems ?? [])
  if (meant.every((line) => openQuantity(line) === 0)) return false
  return handlingTypeOf(order).orderStatuses.some(({ name, isDeliveredStatus }) => isDeliveredStatus && name === status)
}

function stepMessageKinds(step: StepContext['step']): MessageKind[] {
  return messageKinds.filter((kind) => (stepProperty(step, PROPERTY_OF[kind]) ?? String(USUAL[kind])).toLowerCase() === 'true')
}

function formatKinds(kinds: readonly MessageKind[]): string {
  return kinds.map((kind) => NAME_OF[kind]).join(' or ') || 'any means'
}

function wantedKinds({ recipients }: Notification): MessageKind[] {
  return messageKinds.filter((kind) => recipients[kind].length > 0)
}

function notificationRoutes({ connectors }: OrdersConfig): NotificationRoutes {
  return { email: messageRoute(connectors, 'email'), sms: messageRoute(connectors, 'sms') }
}
