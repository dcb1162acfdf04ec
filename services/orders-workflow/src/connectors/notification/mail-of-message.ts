import { domainToASCII } from 'node:url'
import type { SendMailOptions } from 'nodemailer'
import { type EmailMessage, LOGO_ADDRESS, type MailAttachment } from '../../modules/notifications/domain/message-content.ts'

/** The logo of the tenant, PNG or JPEG. */
export type MailLogo = Uint8Array

/** No part of a message is ever read from a file or fetched from an address that its text names. */
export const closedToContent = { disableFileAccess: true, disableUrlAccess: true } as const

/**
 * A message in the format of nodemailer. Each try has the same text and `Message-ID`, so that a
 * receiver can detect a duplicate after a crash. The envelope has only the recipients that were not
 * reached yet. HTML that shows the logo has it attached.
 */
export function toMail({ id, created, content }: EmailMessage, logo: MailLogo | null = null): SendMailOptions {
  const { from, subject, text, html, open } = content
  // As objects, because nodemailer would parse names and groups in a text.
  const boxes = (addresses: readonly string[]) => addresses.map((address) => ({ name: '', address }))
  return {
    messageId: `<${id}@${domainToASCII(from.address.slice(from.address.lastIndexOf('@') + 1)) || 'localhost'}>`,
    date: new Date(created),
    from: { name: from.name ?? '', address: from.address },
    to: boxes(content.to),
    cc: boxes(content.cc),
    bcc: boxes(content.bcc),
    subject,
    text,
    ...(html === undefined ? {} : { html }),
    attachments: [...(html === undefined ? [] : logoAttachments(html, logo)), ...(content.attachments ?? []).map(toAttachment)],
    xMailer: false,
    envelope: { from: from.address, to: [...open] },
    ...closedToContent,
  }
}

type Attachments = NonNullable<SendMailOptions['attachments']>

function toAttachment({ fileName, contentType, base64 }: MailAttachment): Attachments[number] {
  return { filename: fileName, contentType, content: Buffer.from(base64, 'base64') }
}

function logoAttachments(html: string, logo: MailLogo | null): Attachments {
  if (logo === null || !html.includes(LOGO_ADDRESS)) return []
  const isPng = logo[0] === 0x89
  const type = isPng ? { filename: 'logo.png', contentType: 'image/png' } : { filename: 'logo.jpg', contentType: 'image/jpeg' }
  return [{ ...type, cid: LOGO_ADDRESS.slice('cid:'.length), content: Buffer.from(logo), contentDisposition: 'inline' }]
}
