import type { ConfigProblem } from '@open-oms/contracts/config/config-file'
import { type Connector, type Connectors, connectorsFile, type WebhookSubscription } from '@open-oms/contracts/config/connectors'
import { connectorAddress, type Environment } from '../../../connectors/http/connector-address.ts'
import { hasNoAddress } from '../../../connectors/notification/notification-connectors.ts'

const { file } = connectorsFile

/**
 * Errors: active `http` connectors that cannot be called, because a variable is not set or their
 * address is invalid. E-mail and SMS connectors without an address store their messages as files
 * (configuration.md#configuration-warnings) and are no error.
 */
export function findUnreadyConnectors({ connectors }: Connectors, environment: Environment): ConfigProblem[] {
  return connectors.flatMap((connector, index) => {
    if (!connector.active || connector.type !== 'http' || hasNoAddress(connector, environment)) return []
    const address = connectorAddress(connector, environment)
    if (!('reason' in address)) return []
    const remedy = 'Set it, or switch the connector off with "active": false.'
    const reason = `${address.reason} ${remedy}`
    return [{ file, path: `connectors[${index}].${address.field}`, reason, remedy }]
  })
}

/**
 * Warnings: e-mail and SMS connectors and webhook subscriptions that cannot send because a variable
 * is not set, and previous secrets that are not set.
 */
export function findWaitingReceivers(
  { connectors, webhookSubscriptions }: Connectors,
  environment: Environment,
): ConfigProblem[] {
  const silent = connectors.flatMap((connector, index) =>
    connector.active && hasNoAddress(connector, environment)
      ? [
          {
            file,
            path: `connectors[${index}].urlVariable`,
            reason: keptAsFiles(connector),
            remedy: `Set ${connector.urlVariable}, or switch the connector off with "active": false.`,
          },
        ]
      : [],
  )
  const unset = (list: string, items: readonly (Connector | WebhookSubscription)[]) =>
    items.flatMap(({ active, previousSecretVariable }, index) =>
      active && previousSecretVariable !== null && !environment(previousSecretVariable)
        ? [
            {
              file,
              path: `${list}[${index}].previousSecretVariable`,
              reason: `${previousSecretVariable} is not set: requests are signed with the current secret only.`,
              remedy: `Set ${previousSecretVariable}, or remove previousSecretVariable when the receiver has the current secret.`,
            },
          ]
        : [],
    )
  const waiting = webhookSubscriptions.flatMap(({ id, active, secretVariable }, index) =>
    active && secretVariable !== null && !environment(secretVariable)
      ? [
          {
            file,
            path: `webhookSubscriptions[${index}].secretVariable`,
            reason: `${secretVariable} is not set: the events of subscription "${id}" wait, and are given up after 24 hours.`,
            remedy: `Set ${secretVariable}, or switch the subscription off with "active": false.`,
          },
        ]
      : [],
  )
  const halfRotated = [...unset('connectors', connectors), ...unset('webhookSubscriptions', webhookSubscriptions)]
  return [...silent, ...waiting, ...halfRotated]
}

function keptAsFiles({ name, urlVariable }: Connector): string {
  return `${urlVariable} is not set: the messages of connector "${name}" are kept as files in OMS_DATA_DIR and reach nobody.`
}
