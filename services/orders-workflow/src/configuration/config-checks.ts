import type { ConfigCheck } from '@oms/contracts/config/config-file'
import { tenantConfigCheck, tenantConfigChecks, tenantConfigWarning } from '@oms/contracts/config/tenant-config'
import { findNotificationProblems } from '../connectors/notification/notification-connectors.ts'
import { findPaymentProblems } from '../connectors/payment/payment-connectors.ts'
import { findShippingProblems } from '../connectors/shipping/shipping-connectors.ts'
import { connectorVariable } from '../environment.ts'
import { findUntranslatedMarkets } from '../modules/documents/domain/document-words.ts'
import { findSenderProblems } from '../modules/messages/domain/message-senders.ts'
import { findStepProblems } from '../modules/workflow/steps/step-registry.ts'
import { findOutboundProblems } from './find-outbound-problems.ts'
import { findUnreadyConnectors, findWaitingReceivers } from './find-unset-variables.ts'

/**
 * The rules of the configuration, with those that only this service knows: its steps and connectors
 * (workflow.md#configuration-checks).
 */
export const ordersConfigChecks: readonly ConfigCheck[] = [
  ...tenantConfigChecks,
  tenantConfigCheck(['orderTypes'], ({ orderTypes }) => findStepProblems(orderTypes)),
  tenantConfigCheck(['orderTypes', 'connectors'], ({ orderTypes, connectors }) =>
    findPaymentProblems({ types: orderTypes, connectors: connectors.connectors }),
  ),
  tenantConfigCheck(['orderTypes', 'connectors'], ({ orderTypes, connectors }) =>
    findShippingProblems({ types: orderTypes, connectors: connectors.connectors }),
  ),
  tenantConfigCheck(['orderTypes', 'connectors'], ({ orderTypes, connectors }) =>
    findOutboundProblems({ types: orderTypes, connectors }),
  ),
  tenantConfigCheck(['connectors'], ({ connectors }) => findNotificationProblems(connectors, connectorVariable)),
  tenantConfigCheck(['connectors'], ({ connectors }) => findUnreadyConnectors(connectors, connectorVariable)),
  tenantConfigCheck(['settings'], ({ settings }) => findSenderProblems(settings)),
  tenantConfigWarning(['connectors'], ({ connectors }) => findWaitingReceivers(connectors, connectorVariable)),
  tenantConfigWarning(['markets'], ({ markets }) => findUntranslatedMarkets(markets)),
]
