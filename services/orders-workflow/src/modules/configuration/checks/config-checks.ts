import type { ConfigCheck } from '@open-oms/contracts/config/config-file'
import { tenantConfigCheck, tenantConfigChecks, tenantConfigWarning } from '@open-oms/contracts/config/tenant-config'
import { lookAlikeWarning } from '@open-oms/service-kit/config/look-alike-users'
import type { Environment } from '../../../connectors/http/connector-address.ts'
import { findUndefinedConnectors } from '../../../connectors/http/defined-connectors.ts'
import { findNotificationProblems } from '../../../connectors/notification/notification-connectors.ts'
import { findPaymentProblems } from '../../../connectors/payment/payment-connectors.ts'
import { findShippingProblems } from '../../../connectors/shipping/shipping-connectors.ts'
import { connectorVariable } from '../../../environment.ts'
import { findUntranslatedMarkets } from '../../documents/domain/document-words.ts'
import { findFieldsTwice } from '../../extensions/extension-fields.ts'
import { findExtensionProblems } from '../../extensions/load-extensions.ts'
import { findSenderProblems } from '../../notifications/domain/message-senders.ts'
import {
  findNotificationNameProblems,
  findTemplateConfigProblems,
} from '../../notifications/preview/find-template-config-problems.ts'
import { findStepProblems } from '../../workflow/steps/step-registry.ts'
import { findOutboundProblems } from './find-outbound-problems.ts'
import { findUnreadyConnectors, findWaitingReceivers } from './find-unset-variables.ts'

/**
 * The rules of the configuration, with those that only this service knows: its steps and connectors
 * (workflow.md#configuration-checks). Without an environment the variables that connectors name are
 * not looked at.
 */
export function ordersChecks(environment: Environment | null): readonly ConfigCheck[] {
  return [...rules(environment ?? (() => undefined)), ...(environment === null ? [] : rulesOfVariables(environment))]
}

/** The rules by which this process starts and reloads. */
export const ordersConfigChecks = ordersChecks(connectorVariable)

function rules(environment: Environment): readonly ConfigCheck[] {
  return [
    ...tenantConfigChecks,
    tenantConfigCheck(['extensions'], ({ extensions }) => findExtensionProblems(extensions)),
    tenantConfigCheck(['customFields'], ({ customFields }) => findFieldsTwice(customFields)),
    tenantConfigCheck(['connectors'], ({ connectors }) => findUndefinedConnectors(connectors)),
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
    tenantConfigCheck(['connectors'], ({ connectors }) => findNotificationProblems(connectors, environment)),
    tenantConfigCheck(['settings'], ({ settings }) => findSenderProblems(settings)),
    tenantConfigCheck(['templates', 'markets', 'stores', 'orderTypes', 'settings'], findTemplateConfigProblems),
    tenantConfigCheck(['orderTypes', 'templates'], findNotificationNameProblems),
    lookAlikeWarning,
    tenantConfigWarning(['markets'], ({ markets }) => findUntranslatedMarkets(markets)),
  ]
}

function rulesOfVariables(environment: Environment): readonly ConfigCheck[] {
  return [
    tenantConfigCheck(['connectors'], ({ connectors }) => findUnreadyConnectors(connectors, environment)),
    tenantConfigWarning(['connectors'], ({ connectors }) => findWaitingReceivers(connectors, environment)),
  ]
}
