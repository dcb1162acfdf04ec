/** One party of an e-mail; the name is what people see. */
export type Mailbox = { name: string | null; address: string }

/** A file that goes with an e-mail. */
export type MailAttachment = { fileName: string; contentType: string; base64: string }

export type EmailContent = {
  from: Mailbox
  to: readonly string[]
  cc: readonly string[]
  bcc: readonly string[]
  subject: string
  text: string
  /** The same as HTML; absent: the mail is plain text. */
  html?: string
  attachments?: readonly MailAttachment[]
  /**
   * The addresses not reached yet: after a try that reached some of them, the next one is for the
   * others.
   */
  open: readonly string[]
}

/** Sender and recipients of an e-mail that is not composed yet; the subject where it is known. */
export type EmailEnvelope = Pick<EmailContent, 'from' | 'to' | 'cc' | 'bcc' | 'attachments'> & { subject: string | null }

/** The address of the logo in HTML: the mail that names it has the logo attached (RFC 2392). */
export const LOGO_ADDRESS = 'cid:logo'

export type SmsContent = { from: string | null; to: string; text: string }
export type SmsEnvelope = Omit<SmsContent, 'text'>

export type MessageHead = {
  /** The id is also sent, so that a recipient can detect a duplicate. */
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

/** A message as it is sent. */
export type Message = EmailMessage | SmsMessage
export const messageKinds = ['email', 'sms'] as const satisfies readonly Message['kind'][]
export type MessageKind = (typeof messageKinds)[number]

/** A new e-mail; a repeated address gets it once. */
export function newEmail(head: MessageHead, content: Omit<EmailContent, 'open'>): EmailMessage {
  return { ...head, kind: 'email', content: { ...content, open: distinct([...content.to, ...content.cc, ...content.bcc]) } }
}

/** Addresses that differ only in letter case are equal. */
function distinct(addresses: readonly string[]): string[] {
  const keys = addresses.map((address) => address.toLowerCase())
  return addresses.filter((address, index) => keys.indexOf(address.toLowerCase()) === index)
}

/** A connector for messages. */
export type MessageRoute = { name: string; sender: string | null }
