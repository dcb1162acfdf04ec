import { completer } from '@open-oms/contracts/complete'
import { Comment } from '@open-oms/contracts/orders/primitive-models'
import t from 'tap'
import { sampleOrder } from '../../../testing/sample-order.ts'
import { planDelivery } from '../../notifications/domain/comment-message.ts'
import { type CommentInput, readCommentRequest } from '../../notifications/domain/comment-request.ts'
import { newComment, withComment } from './comment.ts'

const customer = { customerId: 'C-1', customerEmail: 'kari@example.com', customerPhone: '+47 912 34 567', orderNumber: 'A-7' }
const routes = {
  email: { name: 'email', sender: 'shop@example.com' },
  sms: { name: 'sms', sender: 'Shop' },
  language: 'nb' as const,
  senders: [],
  senderNames: null,
}
const asked = (fields: Partial<CommentInput> = {}) => readCommentRequest({ orderId: 'O-1', commentText: 'Hei', ...fields })
const both = { sendEmail: true, sendSms: true }

t.test('when a comment has no recipients, sender or subject, then defaults apply', async (t) => {
  const { email, sms } = planDelivery(sampleOrder({}, customer), asked(both), routes)
  t.same(email, {
    connector: 'email',
    envelope: {
      from: { name: null, address: 'shop@example.com' },
      to: ['kari@example.com'],
      cc: [],
      bcc: [],
      subject: 'Om bestillingen din A-7',
    },
  })
  t.same(sms, { connector: 'sms', from: 'Shop', to: ['+4791234567'] })
})

t.test('given a template for the subject, when a comment names none, then its subject is open', async (t) => {
  const open = { ...routes, language: null }
  const plannedSubject = (fields: object) =>
    planDelivery(sampleOrder({}, customer), asked({ ...both, ...fields }), open).email?.envelope.subject
  t.equal(plannedSubject({}), null)
  t.equal(plannedSubject({ emailSubject: 'Klar' }), 'Klar')
})

t.test('given no recipient, sender or connector, when a comment is planned, then it fails', async (t) => {
  const nobody = sampleOrder({}, { customerEmail: 'not known', customerPhone: '?' })
  const { ValidationFailed, NotConfigured } = {
    ValidationFailed: 'ValidationFailed',
    NotConfigured: 'NotificationsNotConfigured',
  }
  t.throws(() => planDelivery(nobody, asked({ sendEmail: true }), routes), { code: ValidationFailed, message: /^emailTo/ })
  t.throws(() => planDelivery(nobody, asked({ sendSms: true }), routes), { code: ValidationFailed, message: /^smsPhoneNumber/ })
  const order = sampleOrder({}, customer)
  const noSender = { ...routes, email: { name: 'email', sender: null } }
  t.throws(() => planDelivery(order, asked({ sendEmail: true }), noSender), { code: ValidationFailed, message: /^emailFrom/ })
  t.throws(() => planDelivery(order, asked({ sendEmail: true }), { ...routes, email: null }), { code: NotConfigured })
  t.throws(() => planDelivery(order, asked({ sendSms: true }), { ...routes, sms: null }), { code: NotConfigured })
  t.same(planDelivery(order, asked(), { ...routes, email: null, sms: null }), { email: null, sms: null }, 'nothing is asked for')
})

t.test('given an order with notifications off, when a comment is planned, then it needs no recipient or connector', async (t) => {
  const order = sampleOrder({}, { isNotificationsDisabled: true })
  t.same(planDelivery(order, asked(both), { ...routes, email: null, sms: null }), { email: null, sms: null })
})

t.test('given an order number with line breaks, when a comment is planned, then its subject is one line', async (t) => {
  const order = sampleOrder({}, { ...customer, orderNumber: 'A\r\nBcc: ola@example.com' })
  const { email } = planDelivery(order, asked({ sendEmail: true }), { ...routes, language: 'en' })
  t.equal(email?.envelope.subject, 'About your order A Bcc: ola@example.com')
})

t.test('when a comment is planned, then it has the request and its recipients', async (t) => {
  const order = sampleOrder({}, customer)
  const request = asked({
    ...both,
    createdBy: 'Ola',
    tags: ['late'],
    senderName: 'Butikken',
    emailTo: 'a@x.no;b@x.no',
    emailBcc: 'c@x.no',
  })
  const context = { id: 'c1', now: '2026-03-01T10:00:00.000Z', client: 'demo', delivery: planDelivery(order, request, routes) }
  const comment = newComment(order, request, context)
  t.same(comment, {
    attachments: [],
    created: '2026-03-01T10:00:00.000Z',
    creator: 'Ola',
    customerId: 'C-1',
    deliveryMethod: 'EmailAndSms',
    detail: 'Hei',
    edited: null,
    emailFromAddress: 'shop@example.com',
    emailFromName: 'Butikken',
    emailRecipient: 'a@x.no, b@x.no',
    emailSubject: 'Om bestillingen din A-7',
    id: 'c1',
    isPinned: null,
    lineItemId: null,
    mentions: [],
    objectId: 'O-1',
    objectType: 'Order',
    parentId: null,
    sendNotification: true,
    smsFrom: 'Shop',
    smsRecipient: '+4791234567',
    tags: ['late'],
    title: null,
    type: 'Public',
    userId: 'demo',
  })
  t.same(comment, completer(Comment)(comment as never), 'every field, in the order of the model')
  t.notMatch(JSON.stringify(comment), /c@x\.no/, 'blind copies stay blind')
})

t.test('when a comment is not sent, then it says so', async (t) => {
  const order = sampleOrder({}, customer)
  const comment = newComment(order, asked(), { id: 'c', now: '', client: 'demo', delivery: { email: null, sms: null } })
  t.match(comment, { creator: 'demo', deliveryMethod: null, sendNotification: false, emailRecipient: null, smsRecipient: null })
})

t.test('when a comment is added, then it is the last of its kind, and more than 250 are refused', async (t) => {
  const delivery = { email: null, sms: null }
  const comment = (id: string, commentType: 'Public' | 'Internal') =>
    newComment(sampleOrder({}), asked({ commentType }), { id, now: '2026-03-01T10:00:00.000Z', client: 'demo', delivery })
  const order = withComment(withComment(sampleOrder({}), comment('a', 'Public')), comment('b', 'Public'))
  t.same(
    order.publicOrderNotes.map(({ id }) => id),
    ['a', 'b'],
  )
  const full = { ...order, orderNotes: Array.from({ length: 250 }, () => comment('n', 'Internal')) }
  t.throws(() => withComment(full, comment('c', 'Internal')), { code: 'ValidationFailed' })
  t.equal(withComment(full, comment('c', 'Public')).publicOrderNotes.length, 3)
})
