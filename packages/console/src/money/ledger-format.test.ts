import t from 'tap'
import { createLedgerFormat } from './ledger-format.ts'

const english = createLedgerFormat('en-GB')
const norwegian = createLedgerFormat('nb-NO')
/** Intl writes spaces that do not break, and a minus of its own. */
const plain = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, ' ').replaceAll('\u2212', '-')

t.test('given an amount, when it is written in a column, then it has the decimals of its currency and no currency', async (t) => {
  t.equal(plain(norwegian.amount(1234.5, 'NOK')), '1 234,50')
  t.equal(english.amount(1234.5, 'NOK'), '1,234.50')
  t.equal(english.amount(1200, 'JPY'), '1,200')
  t.equal(english.amount(20, 'KWD'), '20.000')
  t.equal(plain(norwegian.amount(-0.1234, 'NOK')), '-0,1234', 'an amount that has more decimals keeps them')
})

t.test('given a line of a ledger, when its sides are written, then the other side is empty', async (t) => {
  t.same([english.side(125, 'NOK'), english.side(0, 'NOK')], ['125.00', ''])
})

t.test('given a posting date, when it is written, then it is that day in every time zone', async (t) => {
  t.equal(english.day('2026-01-31T00:00:00Z'), '31 Jan 2026')
  t.equal(norwegian.day(null), '–')
})
