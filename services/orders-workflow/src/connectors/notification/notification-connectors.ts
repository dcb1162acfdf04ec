import type { ConfigProblem } from '@open-oms/contracts/config/config-file'
import { type Connector, connectorsFile } from '@open-oms/contracts/config/connectors'
import type { TenantConfig } from '@open-oms/contracts/config/tenant-config'
import { isEmailAddress } from '../../modules/notifications/domain/message-addresses.ts'
import type { Message, MessageKind, MessageRoute, SmsMessage } from '../../modules/notifications/domain/message-content.ts'
import { callConnector } from '../http/call-connector.ts'
import { reasonFrom } from '../http/call-failure.ts'
import type { Environment } from '../http/connector-address.ts'
import type { Delivery } from './delivery.ts'
import type { MailLogo } from './mail-of-message.ts'
import { sendBySmtp } from './smtp.ts'
import { smtpAddress } from './smtp-address.ts'

type Connectors = TenantConfig['connectors']

/** The connector of new messages of a kind: the first active one; null when there is none. */
export function messageRoute({ connectors }: Connectors, kind: MessageKind): MessageRoute | null {
  const found = connectors.find((connector) => connector.kind === kind && connector.active)
  return found === undefined ? null : { name: found.name, sender: found.sender || null }
}

export type DeliveryContext = {
  connectors: Connectors
  /** Where addresses and secrets are looked up. */
  environment: Environment
  /** Stores the message as a file when there is no address. */
  keepAsFile(): Promise<Delivery>
  logo?: MailLogo | null
  signal: AbortSignal
}

/**
 * Tries once to deliver a message by its connector, or stores it as a file where the connector has
 * no address (configuration.md#configuration-warnings). Never throws.
 */
export async function deliverMessage(message: Message, context: DeliveryContext): Promise<Delivery> {
  const { environment, signal, logo = null } = context
  const connector = context.connectors.connectors.find(({ name, kind }) => name === message.connector && kind === message.kind)
  if (connector === undefined || !connector.active)
    return { outcome: 'unreachable', reason: `There is no active connector "${message.connector}" for ${message.kind}.` }
  const address = resolveAddress(connector, environment)
  if (address === null) return context.keepAsFile()
  return message.kind === 'email'
    ? sendBySmtp(message, { connector, address, logo, signal })
    : sendByHttp(message, { connector, environment, signal })
}

function resolveAddress({ url, urlVariable }: Connector, environment: Environment): string | null {
  return url ?? ((urlVariable === null ? null : environment(urlVariable)) || null)
}

/** Whether a connector for messages has no address, so that its messages are stored as files. */
export function hasNoAddress(connector: Connector, environment: Environment): boolean {
  return (connector.kind === 'email' || connector.kind === 'sms') && resolveAddress(connector, environment) === null
}

/**
 * E-mail connectors with an invalid sender or an invalid address of the mail server. The address
 * itself is not shown.
 */
export function findNotificationProblems({ connectors }: Connectors, environment: Environment): ConfigProblem[] {
  const { file } = connectorsFile
  return connectors.flatMap((connector, index) => {
    if (connector.kind !== 'email' || !connector.active) return []
    const { sender, urlVariable } = connector
    const problems: ConfigProblem[] = []
    if (sender && !isEmailAddress(sender))
      problems.push({
        file,
        path: `connectors[${index}].sender`,
        reason: 'must be an e-mail address',
        remedy: 'Write an address such as shop@example.com, without a name.',
      })
    const address = resolveAddress(connector, environment)
    const path = `connectors[${index}].${urlVariable === null ? 'url' : 'urlVariable'}`
    if (address !== null && smtpAddress(address) === null)
      problems.push({
        file,
        path,
        reason: `${urlVariable ?? 'it'} must be of the form smtp://user:password@host:port`,
        remedy: 'Correct the address; smtps:// where the server begins with TLS.',
      })
    return problems
  })
}

type SmsCall = { connector: Connector; environment: Environment; signal: AbortSignal }

/** Responses about our credentials, not about the message. */
const notAboutMessage = [401, 407]

/**
 * Sends an SMS to the gateway: a signed POST of `{ id, from, to, text }`, keyed by the message
 * (connectors.md#sms-protocol). A 4xx is final. A connector that is not ready (no secret, not
 * active) leaves the message waiting. Never throws.
 */
async function sendByHttp({ id, content }: SmsMessage, { connector, ...call }: SmsCall): Promise<Delivery> {
  const { from, to, text } = content
  const response = await callConnector(connector, { ...call, idempotencyKey: id, body: { id, from, to, text } })
  if (response.kind === 'accepted') return { outcome: 'sent' }
  const isRefused = response.kind === 'refused' && response.status !== null && !notAboutMessage.includes(response.status)
  return { outcome: isRefused ? 'refused' : 'unreachable', reason: reasonFrom(response.reason) }
}
