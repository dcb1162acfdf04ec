/** Most characters of a text (docs/reference/behaviour/documents-and-notifications.md#comments). */
export const TEXT_MAX = 100_000
export const SMS_TEXT_MAX = 1_600

/** A message to a customer as a person writes it. */
export type MessageDraft = { isEmail: boolean; email: string; subject: string; isSms: boolean; phone: string; text: string }

/** Whether there is a text, a way to send it, and someone to get it. */
export function isComplete({ isEmail, email, isSms, phone, text }: MessageDraft): boolean {
  const isReached = (isUsed: boolean, address: string) => !isUsed || address.trim() !== ''
  const isShort = text.trim().length <= (isSms ? SMS_TEXT_MAX : TEXT_MAX)
  return (isEmail || isSms) && isReached(isEmail, email) && isReached(isSms, phone) && text.trim() !== '' && isShort
}

/** The comment that is sent: what is not used is left out, so that the API takes its defaults. */
export function toComment(orderId: string, { isEmail, email, subject, isSms, phone, text }: MessageDraft) {
  const emailSubject = subject.trim() === '' ? {} : { emailSubject: subject.trim() }
  return {
    orderId,
    commentText: text.trim(),
    commentType: 'Public' as const,
    ...(isEmail ? { sendEmail: true, emailTo: email.trim(), ...emailSubject } : {}),
    ...(isSms ? { sendSms: true, smsPhoneNumber: phone.trim() } : {}),
  }
}
