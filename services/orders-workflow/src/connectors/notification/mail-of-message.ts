import { domainToASCII } from 'node:url'
import type { SendMailOptions } from 'nodemailer'
import type { EmailMessage } from '../../modules/messages/domain/message-content.ts'

/** No part of a message is ever read from a file or fetched from an address that its text names. */
export const closedToContent = { disableFileAccess: true, disableUrlAccess: true } as const

/**
 * A message in the format of nodemailer. Each try has the same text and `Message-ID`, so that a
 * receiver can detect a duplicate after a crash. The envelope has only the recipients that were not
 * reached yet.
 */
export function mailOf({ id, created, content }: EmailMessage): SendMailOptions {
  const { from, subject, text, open } = content
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
    xMailer: false,
    envelope: { from: from.address, to: [...open] },
    ...closedToContent,
  }
}
