import type { OrderCommentRequest } from '@open-oms/contracts/orders/staff/comments'
import type { InputOf } from '@open-oms/contracts/primitives'
import { collectProblems, type Problems } from '@open-oms/contracts/problems'
import { hasControlCharacters, isEmailAddress, parsePhoneNumber, RECIPIENTS_MAX, separated } from './message-addresses.ts'

/** The longest text that gateways send as one SMS. */
const SMS_LENGTH_MAX = 1_600
const SUBJECT_LENGTH_MAX = 250
const NAME_LENGTH_MAX = 100
const ONE_LINE = 'must be one line without control characters'

export type CommentInput = InputOf<OrderCommentRequest> & Pick<OrderCommentRequest, 'orderId' | 'commentText'>

/** The requested e-mail of a comment; null where defaults apply. */
export type EmailRequest = {
  to: readonly string[] | null
  cc: readonly string[]
  bcc: readonly string[]
  from: string | null
  senderName: string | null
  subject: string | null
}

/** A checked request for a comment. */
export type CommentRequest = {
  orderId: string
  text: string
  isPublic: boolean
  createdBy: string | null
  tags: readonly string[]
  /** Who is named in it and notified. */
  mentions: readonly string[]
  marketId: string | null
  /** Null when it is not sent as e-mail. */
  email: EmailRequest | null
  /** Null when it is not sent as SMS; `to` is null for the customer's number. */
  sms: { to: readonly string[] | null } | null
}

/**
 * Reads a request for a comment. Addresses, numbers, names and the subject are checked whether or
 * not they are used (http.md#unknown-fields, documents-and-notifications.md#comments); an empty one
 * counts as absent. Raises `ValidationFailed` with all problems.
 */
export function readCommentRequest(input: CommentInput): CommentRequest {
  const problems = collectProblems()
  const text = checkedText(input, problems)
  const email = readEmail(input, problems)
  const numbers = readList(input, 'smsPhoneNumber', problems).map((part) => phoneNumber(part, problems))
  if (input.commentType !== 'Internal' && (input.mentions ?? []).length > 0)
    problems.add('mentions', 'are for internal comments: the customer may see this one')
  const createdBy = readName(input, 'createdBy', problems)
  problems.throwIfAny()
  return {
    orderId: input.orderId,
    text,
    isPublic: input.commentType !== 'Internal',
    createdBy,
    tags: input.tags ?? [],
    mentions: input.mentions ?? [],
    marketId: input.marketId || null,
    email: input.sendEmail === true ? email : null,
    sms: input.sendSms === true ? { to: orDefault(numbers) } : null,
  }
}

function checkedText({ commentText, sendSms }: CommentInput, problems: Problems): string {
  if (commentText.trim() === '') problems.add('commentText', 'must not be empty')
  if (sendSms === true && commentText.length > SMS_LENGTH_MAX)
    problems.add('commentText', `must have at most ${SMS_LENGTH_MAX} characters to be sent as SMS`)
  return commentText
}

function readEmail(input: CommentInput, problems: Problems): EmailRequest {
  const addresses = (path: ListPath) => readList(input, path, problems).map((part) => emailAddress(part, path, problems))
  const [to, cc, bcc] = [addresses('emailTo'), addresses('emailCc'), addresses('emailBcc')]
  if (to.length + cc.length + bcc.length > RECIPIENTS_MAX)
    problems.add('emailTo', `must, together with emailCc and emailBcc, name at most ${RECIPIENTS_MAX} addresses`)
  const from = readLine(input, { path: 'emailFrom', lengthMax: SUBJECT_LENGTH_MAX }, problems)
  return {
    to: orDefault(to),
    cc,
    bcc,
    from: from === null ? null : emailAddress(from, 'emailFrom', problems),
    senderName: readName(input, 'senderName', problems),
    subject: readLine(input, { path: 'emailSubject', lengthMax: SUBJECT_LENGTH_MAX }, problems),
  }
}

function orDefault(list: readonly string[]): readonly string[] | null {
  return list.length === 0 ? null : list
}

type ListPath = 'emailTo' | 'emailCc' | 'emailBcc' | 'smsPhoneNumber'

function readList(input: CommentInput, path: ListPath, problems: Problems): string[] {
  const text = input[path] ?? ''
  const parts = separated(text)
  const fault = hasControlCharacters(text)
    ? ONE_LINE
    : parts.length > RECIPIENTS_MAX
      ? `must name at most ${RECIPIENTS_MAX}`
      : null
  if (fault === null) return parts
  problems.add(path, fault)
  return []
}

function emailAddress(text: string, path: string, problems: Problems): string {
  if (!isEmailAddress(text)) problems.add(path, 'must be an e-mail address, such as kari@example.com')
  return text
}

function phoneNumber(text: string, problems: Problems): string {
  const number = parsePhoneNumber(text)
  if (number === null) problems.add('smsPhoneNumber', 'must be a phone number, such as +47 912 34 567')
  return number ?? ''
}

type LinePath = 'emailFrom' | 'createdBy' | 'senderName' | 'emailSubject'

function readName(input: CommentInput, path: LinePath, problems: Problems): string | null {
  return readLine(input, { path, lengthMax: NAME_LENGTH_MAX }, problems)
}

function readLine(input: CommentInput, line: { path: LinePath; lengthMax: number }, problems: Problems): string | null {
  const text = input[line.path]?.trim() ?? ''
  if (hasControlCharacters(input[line.path] ?? '')) problems.add(line.path, ONE_LINE)
  if (text.length > line.lengthMax) problems.add(line.path, `must have at most ${line.lengthMax} characters`)
  return text === '' ? null : text
}
