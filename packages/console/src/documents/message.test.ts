import t from 'tap'
import { isComplete, SMS_TEXT_MAX, toComment } from './message.ts'

const draft = { isEmail: true, email: ' a@example.com ', subject: ' ', isSms: false, phone: '', text: ' On its way ' }

t.test('given a message, when something is missing, then it cannot be sent', async (t) => {
  t.ok(isComplete(draft))
  t.notOk(isComplete({ ...draft, isEmail: false }), 'no way to send it')
  t.notOk(isComplete({ ...draft, email: ' ' }), 'nobody to get it')
  t.notOk(isComplete({ ...draft, isSms: true }), 'no number')
  t.notOk(isComplete({ ...draft, text: ' ' }), 'no text')
  t.notOk(isComplete({ ...draft, isSms: true, phone: '1', text: 'x'.repeat(SMS_TEXT_MAX + 1) }), 'too long for an SMS')
})

t.test('given a message, when it is sent, then only by what was chosen', async (t) => {
  const comment = { orderId: 'o', commentText: 'On its way', commentType: 'Public' }
  t.same(toComment('o', draft), { ...comment, sendEmail: true, emailTo: 'a@example.com' })
  t.same(toComment('o', { ...draft, subject: 'News', isSms: true, phone: ' +47 1 ' }), {
    ...comment,
    sendEmail: true,
    emailTo: 'a@example.com',
    emailSubject: 'News',
    sendSms: true,
    smsPhoneNumber: '+47 1',
  })
  t.same(toComment('o', { ...draft, isEmail: false, isSms: true, phone: '1' }), {
    ...comment,
    sendSms: true,
    smsPhoneNumber: '1',
  })
})
