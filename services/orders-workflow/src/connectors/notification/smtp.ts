import type { Connector } from '@open-oms/contracts/config/connectors'
import type { NodemailerError, SMTPSentMessageInfo } from 'nodemailer'
import type { EmailMessage } from '../../modules/notifications/domain/message-content.ts'
import { reasonFrom } from '../http/call-failure.ts'
import { createCircuitBreaker } from '../http/circuit-breaker.ts'
import type { Delivery } from './delivery.ts'
import { closedToContent, type MailLogo, toMail } from './mail-of-message.ts'
import { type SmtpAddress, smtpAddress } from './smtp-address.ts'

export type SmtpCall = {
  connector: Pick<Connector, 'id' | 'timeoutMs'>
  /** `smtp://…`, which may hold a password: it is never part of a reason. */
  address: string
  /** Attached to HTML that shows it. */
  logo?: MailLogo | null
  /** Ends the try early. */
  signal: AbortSignal
}

const breaker = createCircuitBreaker({ failuresMax: 5, openMs: 15_000, now: Date.now })

/**
 * Sends an e-mail to a mail server, within the connector's timeout
 * (documents-and-notifications.md#message-delivery). Only a permanent refusal (5xx) of recipients
 * or content is final; failures of greeting, login or sender may be retried. After five tries in a
 * row without a response the server is not called for 15 s. Never throws.
 */
export async function sendBySmtp(
  message: EmailMessage,
  { connector, address, logo = null, signal }: SmtpCall,
): Promise<Delivery> {
  const server = smtpAddress(address)
  if (server === null) return unreachable('The address of the mail server is not of the form smtp://host:port.')
  const key = `${connector.id} ${server.host}:${server.port}`
  if (!breaker.mayCall(key)) return unreachable('The mail server did not respond several times and is not called for a moment.')
  // Loaded with the first message: most processes send none for long.
  const { default: nodemailer } = await import('nodemailer')
  const timeout = AbortSignal.timeout(connector.timeoutMs)
  const transport = nodemailer.createTransport(transportOptions(server, connector.timeoutMs))
  try {
    const info = await transport.sendMail({ ...toMail(message, logo), signal: AbortSignal.any([timeout, signal]) })
    breaker.responded(key)
    return judgeAccepted(info)
  } catch (error) {
    const { responseCode } = error as NodemailerError
    if (responseCode !== undefined) breaker.responded(key)
    else if (!signal.aborted) breaker.failed(key)
    if (timeout.aborted) return unreachable(`The mail server did not respond within ${connector.timeoutMs} ms.`)
    return judgeFailure(error as NodemailerError)
  }
}

function transportOptions({ auth, rejectUnauthorized, ...server }: SmtpAddress, timeoutMs: number) {
  return {
    ...server,
    ...(auth === null ? {} : { auth }),
    tls: { rejectUnauthorized },
    // The timeout of the whole try ends it first, and says what it was.
    connectionTimeout: 2 * timeoutMs,
    greetingTimeout: 2 * timeoutMs,
    socketTimeout: 2 * timeoutMs,
    dnsTimeout: 2 * timeoutMs,
    // The SMTP dialogue is never logged: it has the password and the message.
    logger: false as const,
    debug: false,
    ...closedToContent,
  }
}

function unreachable(reason: string): Delivery {
  return { outcome: 'unreachable', reason }
}

/** A server may accept the message for some recipients only; `open` has the others. */
function judgeAccepted({ rejected, rejectedErrors = [] }: SMTPSentMessageInfo): Delivery {
  if (rejected.length === 0) return { outcome: 'sent' }
  const responses = rejectedErrors.map(({ response = '' }) => response).join('; ')
  return {
    outcome: rejectedErrors.every(isPermanent) ? 'refused' : 'unreachable',
    open: rejected,
    reason: reasonFrom(`It was not accepted for ${rejected.join(', ')}, and was for all others: ${responses}`),
  }
}

function judgeFailure(error: NodemailerError): Delivery {
  const isAboutMessage = error.command === 'RCPT TO' || error.command === 'DATA'
  const all = error.rejectedErrors ?? [error]
  return {
    outcome: isAboutMessage && all.every(isPermanent) ? 'refused' : 'unreachable',
    reason: reasonFrom(error.message),
  }
}

function isPermanent({ permanent }: NodemailerError): boolean {
  return permanent === true
}
