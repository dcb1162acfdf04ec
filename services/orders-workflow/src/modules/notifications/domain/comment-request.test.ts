import type { DomainError } from '@open-oms/contracts/errors'
import t from 'tap'
import { type CommentInput, readCommentRequest } from './comment-request.ts'

const read = (fields: Partial<CommentInput> = {}) => readCommentRequest({ orderId: '7', commentText: 'Hei', ...fields })

/** The paths of the errors. */
function errorPaths(fields: Partial<CommentInput>): string[] {
  try {
    read(fields)
  } catch (error) {
    return Object.keys((error as DomainError).details.errors ?? {})
  }
  return []
}

t.test('given a request with a text only, when it is read, then the comment is public and is not sent', async (t) => {
  t.same(read(), {
    orderId: '7',
    text: 'Hei',
    isPublic: true,
    createdBy: null,
    tags: [],
    mentions: [],
    marketId: null,
    email: null,
    sms: null,
  })
  t.equal(read({ commentType: 'Internal' }).isPublic, false)
})

t.test('when recipients are read, then blanks are left out, and the text stays as it is', async (t) => {
  const request = read({
    commentText: '  two\r\nlines ',
    sendEmail: true,
    emailTo: 'a@x.no; b@x.no ,',
    emailCc: 'c@x.no',
    emailFrom: ' shop@x.no ',
    senderName: ' Shop ',
    emailSubject: ' ',
    sendSms: true,
    smsPhoneNumber: '0047 912 34 567;91234568',
  })
  t.same(request, {
    ...request,
    text: '  two\r\nlines ',
    email: { to: ['a@x.no', 'b@x.no'], cc: ['c@x.no'], bcc: [], from: 'shop@x.no', senderName: 'Shop', subject: null },
    sms: { to: ['+4791234567', '91234568'] },
  })
})

t.test('when an address is empty, then it counts as absent', async (t) => {
  const { email, sms } = read({ sendEmail: true, emailTo: ' ; ', emailFrom: '', sendSms: true, smsPhoneNumber: '' })
  t.match({ email, sms }, { email: { to: null, from: null }, sms: { to: null } })
})

const injections = ['x\r\nBcc: ola@x.no', 'x\ny', 'x\ry', 'x\u0000', 'x\u0085y', 'x\u2028y']
for (const path of [
  'emailSubject',
  'senderName',
  'createdBy',
  'emailFrom',
  'emailTo',
  'emailCc',
  'emailBcc',
  'smsPhoneNumber',
] as const) {
  t.test(`given line breaks or control characters in ${path}, when a comment is read, then it is refused`, async (t) => {
    for (const text of injections) t.same(errorPaths({ [path]: text }), [path], encodeURIComponent(text))
    t.same(errorPaths({ [path]: 'kari@example.com\r\n' }), [path], 'at the end')
    t.same(errorPaths({ [path]: '\nkari@example.com' }), [path], 'at the beginning')
  })
}

t.test('when several fields are wrong, then the errors name all of them', async (t) => {
  const wrong = {
    commentText: ' \n ',
    emailTo: 'kari',
    emailCc: 'a@x.no b@x.no',
    emailBcc: 'Kari <a@x.no>',
    emailFrom: 'a@x.no, b@x.no',
    smsPhoneNumber: 'home',
    senderName: 'x'.repeat(101),
    emailSubject: 'x'.repeat(251),
  }
  t.same(new Set(errorPaths(wrong)), new Set(Object.keys(wrong)))
})

t.test('when there are more than 50 addresses or 50 numbers, then the request fails', async (t) => {
  const addresses = (count: number) => Array.from({ length: count }, (_, index) => `k${index}@x.no`).join(',')
  t.same(errorPaths({ emailTo: addresses(50) }), [])
  t.same(errorPaths({ emailTo: addresses(25), emailCc: addresses(20), emailBcc: addresses(5) }), [])
  t.same(errorPaths({ emailTo: addresses(25), emailCc: addresses(20), emailBcc: addresses(6) }), ['emailTo'])
  t.same(errorPaths({ emailBcc: addresses(51) }), ['emailBcc'])
  const numbers = (count: number) => Array.from({ length: count }, (_, index) => 91_000_000 + index).join(';')
  t.same(errorPaths({ smsPhoneNumber: numbers(50) }), [])
  t.same(errorPaths({ smsPhoneNumber: numbers(51) }), ['smsPhoneNumber'])
})

t.test('when a text is long, then it is accepted, but not as SMS', async (t) => {
  const commentText = 'x'.repeat(1_601)
  t.same(errorPaths({ commentText, sendEmail: true }), [])
  t.same(errorPaths({ commentText, sendSms: true }), ['commentText'])
  t.same(errorPaths({ commentText: commentText.slice(1), sendSms: true }), [])
})
