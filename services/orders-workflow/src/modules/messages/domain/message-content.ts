/** One party of an e-mail; the name is what people see. */
export type Mailbox = { name: string | null; address: string }

export type EmailContent = {
  from: Mailbox
  to: readonly string[]
  cc: readonly string[]
  bcc: readonly string[]
  subject: string
  text: string
  /** The addresses that have not got it yet: after a try that reached some of them, the next one is for the others. */
  open: readonly string[]
}

export type SmsContent = { from: string | null; to: string; text: string }

type MessageHead = {
  /** Names the message to the outside too, so that who gets it twice can tell. */
  id: string
  /** Null when the order was purged since. */
  orderId: string | null
  /** The name of the connector that sends it. */
  connector: string
  /** ISO 8601 UTC. */
  created: string
}
export type EmailMessage = MessageHead & { kind: 'email'; content: EmailContent }
export type SmsMessage = MessageHead & { kind: 'sms'; content: SmsContent }

/** A message as it is kept until it is sent. */
export type Message = EmailMessage | SmsMessage
export const messageKinds = ['email', 'sms'] as const satisfies readonly Message['kind'][]
export type MessageKind = (typeof messageKinds)[number]

/** A new e-mail; an address that is named twice gets it once. */
export function newEmail(head: MessageHead, content: Omit<EmailContent, 'open'>): EmailMessage {
  return { ...head, kind: 'email', content: { ...content, open: distinct([...content.to, ...content.cc, ...content.bcc]) } }
}

/** Addresses that differ in letter case alone are one and the same. */
function distinct(addresses: readonly string[]): string[] {
  const keys = addresses.map((address) => address.toLowerCase())
  return addresses.filter((_, index) => keys.indexOf(keys[index] as string) === index)
}

/** A connector that messages go out by. */
export type MessageRoute = { name: string; sender: string | null }
