import { reasonActions } from '@open-oms/contracts/why/catalogue/action-catalogue'
import { sentenceFormat } from '@open-oms/contracts/why/catalogue/sentence-format'
import { whySentence } from '@open-oms/contracts/why/catalogue/why-sentence'
import t from 'tap'
import { createFormat } from '../display/format.ts'

const now = new Date('2026-12-01T12:00:00.000Z')
const formatIn = (language: 'en' | 'nb', locale: string) =>
  sentenceFormat({ language, timeZone: 'Europe/Oslo', now, money: createFormat(locale, 'Europe/Oslo').money })
const [en, nb] = [formatIn('en', 'en-GB'), formatIn('nb', 'nb-NO')]
const plain = (text: string | null) => text?.replaceAll(/[\u00a0\u202f]/g, ' ')
const said = (code: string, parameters: Record<string, unknown> = {}) => ({ code, parameters, sentence: 'As the API says it.' })

t.test(
  'given codes and parameters, when they are put into words, then amounts and moments are as the reader writes them',
  async (t) => {
    const nok = (amount: number) => ({ amount, currency: 'NOK' })
    const missing = said('PaymentMissing', { missing: nok(3216), total: nok(8040) })
    t.equal(plain(whySentence('reason', missing, en)), 'NOK 3,216.00 of NOK 8,040.00 is unpaid.')
    t.equal(plain(whySentence('reason', missing, nb)), '3 216,00 NOK av 8 040,00 NOK er ubetalt.')
    const expires = said('AuthorizationExpires', { at: '2026-12-05T15:11:00.000Z' })
    t.equal(whySentence('next', expires, en), 'Authorisation expires 5 Dec, 16:11.')
    t.equal(whySentence('next', expires, nb), 'Reservasjonen utløper 5. des., 16:11.')
    const expired = said('AuthorizationExpired', { amount: nok(1), expired: '2026-11-30T15:11:00.000Z' })
    t.match(whySentence('reason', expired, en), /^The authorisation expired yesterday at 16:11\./)
    t.match(whySentence('reason', expired, nb), /^Reservasjonen utløp i går kl\. 16:11\./)
    t.equal(whySentence('action', said('MarkOrder', { status: 'Packed' }), nb), 'Merk som Packed')
    t.equal(
      whySentence('reason', said('DayDue', { day: '2026-01-15', payments: 1, currency: 'NOK' }), en),
      '15 Jan 2026 is due: 1 payment in NOK.',
    )
  },
)

t.test('given a code or a parameter of another version, when it is put into words, then there are none', async (t) => {
  t.equal(whySentence('reason', said('AddedLater'), en), null)
  t.equal(whySentence('reason', said('toString'), en), null)
  t.equal(whySentence('reason', said('PaymentMissing'), en), null)
  t.equal(whySentence('action', { code: Object.keys(reasonActions)[0] as string, sentence: 'Restore' }, en), null)
})
