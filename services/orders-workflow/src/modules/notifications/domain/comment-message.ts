import { DomainError, invalid } from '@open-oms/contracts/errors'
import type { Language } from '@open-oms/contracts/language'
import type { Order } from '@open-oms/contracts/orders/order'
import type { CommentRequest, EmailRequest } from './comment-request.ts'
import { hasControlCharacters, isEmailAddress, parsePhoneNumber, RECIPIENTS_MAX, separated } from './message-addresses.ts'
import type { EmailEnvelope, MessageRoute } from './message-content.ts'
import { isAllowedSender } from './message-senders.ts'
import { messageTexts } from './message-texts.ts'

/**
 * The connectors of messages, null where none is active, and the e-mail senders that a request may
 * choose besides the connector's.
 */
export type MessageRoutes = {
  email: MessageRoute | null
  sms: MessageRoute | null
  /** The language of the default subject; null: a template of the tenant writes it. */
  language: Language | null
  senders: readonly string[]
  /** The sender names that a request may choose; null: any. */
  senderNames: readonly string[] | null
}

/**
 * The e-mail and SMS of a comment, null where it is not sent that way; each `to` of the SMS is one
 * message.
 */
export type CommentDelivery = {
  email: { connector: string; envelope: EmailEnvelope } | null
  sms: { connector: string; from: string | null; to: readonly string[] } | null
}

/**
 * Decides how a comment on the order is sent (documents-and-notifications.md#comments): to the
 * requested recipients, else to the customer; not when the order's notifications are switched off.
 * Raises `NotificationsNotConfigured` without an active connector, `ValidationFailed` without
 * recipient or sender, and `SenderNotAllowed`.
 */
export function planDelivery(order: Order, request: CommentRequest, routes: MessageRoutes): CommentDelivery {
  if (order.isNotificationsDisabled) return { email: null, sms: null }
  return {
    email: request.email === null ? null : planEmail(order, request.email, routes),
    sms: request.sms === null ? null : planSms(order, request.sms.to, routes),
  }
}

/**
 * The addresses and numbers of a delivery that are not of the order: of its customer, its addresses
 * and its contacts.
 */
export function otherRecipients(order: Order, { email, sms }: CommentDelivery): string[] {
  const ofShipments = order.orderForm.shipments.flatMap(({ address, contactPerson }) => [address, contactPerson])
  const places = [order.billingAddress, order.contactPerson, ...ofShipments]
  const emails = [order.customerEmail, ...places.map((place) => place?.email)].flatMap((text) =>
    separated(text ?? '').map((address) => address.toLowerCase()),
  )
  const numbers = [order.customerPhone, ...places.map((place) => place?.phone)].flatMap((text) =>
    separated(text ?? '').flatMap((part) => parsePhoneNumber(part) ?? []),
  )
  const { to = [], cc = [], bcc = [] } = email?.envelope ?? {}
  return [
    ...[...to, ...cc, ...bcc].filter((address) => !emails.includes(address.toLowerCase())),
    ...(sms?.to ?? []).filter((number) => !numbers.includes(number)),
  ]
}

function planEmail(order: Order, email: EmailRequest, routes: MessageRoutes) {
  const route = activeRoute(routes.email, 'e-mail')
  const to = email.to ?? customerEmails(order)
  if (to.length === 0) throw invalid('emailTo', 'is needed: the order names no e-mail address of the customer')
  const address = allowedSender(email, { own: route.sender, senders: routes.senders })
  if (address === null) throw invalid('emailFrom', `is needed: connector "${route.name}" has no sender`)
  assertSenderName(email.senderName, routes.senderNames)
  const usual = routes.language === null ? null : messageTexts[routes.language].aboutOrder(numberForCustomer(order))
  const { cc, bcc, senderName: name } = email
  return { connector: route.name, envelope: { from: { name, address }, to, cc, bcc, subject: email.subject ?? usual } }
}

function allowedSender({ from }: EmailRequest, rule: { own: string | null; senders: readonly string[] }): string | null {
  if (from === null || isAllowedSender(from, rule)) return from ?? rule.own
  const text = `"${from}" is not a sender that the settings allow (messages.senders)`
  throw new DomainError('SenderNotAllowed', `emailFrom ${text}`, { errors: { emailFrom: [text] } })
}

function assertSenderName(name: string | null, allowed: readonly string[] | null): void {
  if (name === null || allowed === null || allowed.some((other) => other.toLowerCase() === name.toLowerCase())) return
  const text = `"${name}" is not a name that the settings allow (messages.senderNames)`
  throw new DomainError('SenderNotAllowed', `senderName ${text}`, { errors: { senderName: [text] } })
}

function planSms(order: Order, to: readonly string[] | null, routes: MessageRoutes) {
  const route = activeRoute(routes.sms, 'SMS')
  const numbers = to ?? customerNumbers(order)
  if (numbers.length === 0) throw invalid('smsPhoneNumber', 'is needed: the order names no phone number of the customer')
  return { connector: route.name, from: route.sender, to: [...new Set(numbers)] }
}

function activeRoute(route: MessageRoute | null, what: string): MessageRoute {
  if (route !== null) return route
  throw new DomainError('NotificationsNotConfigured', `There is no active connector for ${what}.`)
}

/** The phone numbers of the order's customer, without invalid ones. */
export function customerNumbers({ customerPhone }: Pick<Order, 'customerPhone'>): string[] {
  const numbers = separated(customerPhone ?? '').flatMap((part) => parsePhoneNumber(part) ?? [])
  return numbers.slice(0, RECIPIENTS_MAX)
}

/** The e-mail addresses of the order's customer, without invalid ones. */
export function customerEmails({ customerEmail }: Pick<Order, 'customerEmail'>): string[] {
  const addresses = separated(customerEmail ?? '').filter(isEmailAddress)
  return addresses.slice(0, RECIPIENTS_MAX)
}

/** The order number for a subject: numbers come from other systems and may have any characters. */
export function numberForCustomer(order: Pick<Order, 'id' | 'orderNumber'>): string {
  const number = order.orderNumber?.trim() || (order.id ?? '')
  return hasControlCharacters(number) ? number.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ') : number
}
