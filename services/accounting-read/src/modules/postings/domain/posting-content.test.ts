import { Decimal } from '@open-oms/money/decimal'
import t from 'tap'
import { inSequence, type PostingLine } from './posting-content.ts'

const line = (fields: Partial<PostingLine>): PostingLine => ({
  ...{ accountNumber: '3000', accountName: 'Sales', category: 'Sales', debit: new Decimal(0), credit: new Decimal(1) },
  ...{ vatCode: null, vatRate: null, vatAmount: null, taxGroupCode: null, storeId: 'Oslo-01', registerId: null },
  ...{ description: null, customerNumber: null, invoiceNumber: null, creditNoteNumber: null, invoiceDate: null },
  ...{ dueDate: null, kidNumber: null, dimensions: {} },
  ...fields,
})

/** Of each pair the first comes first, whatever else is equal. */
const pairs: Readonly<Record<string, readonly [Partial<PostingLine>, Partial<PostingLine>]>> = {
  category: [{ category: 'PaymentMethod' }, { category: 'Sales' }],
  account: [{ accountNumber: '3000' }, { accountNumber: '3010' }],
  'VAT rate': [{ vatRate: null }, { vatRate: 0 }],
  'VAT code': [{ vatCode: null }, { vatCode: '1' }],
  'tax group': [{ taxGroupCode: null }, { taxGroupCode: 'A' }],
  store: [{ storeId: 'Bergen-01' }, { storeId: 'Oslo-01' }],
  register: [{ registerId: null }, { registerId: 'R-1' }],
  'another register': [{ registerId: 'R-1' }, { registerId: 'R-2' }],
  side: [
    { debit: new Decimal(9), credit: new Decimal(0) },
    { debit: new Decimal(0), credit: new Decimal(1) },
  ],
  invoice: [{ invoiceNumber: null }, { invoiceNumber: 'F-1' }],
  'credit note': [{ creditNoteNumber: null }, { creditNoteNumber: 'K-1' }],
  'another credit note': [{ creditNoteNumber: 'K-1' }, { creditNoteNumber: 'K-2' }],
  customer: [{ customerNumber: null }, { customerNumber: '1' }],
  'another customer': [{ customerNumber: '1' }, { customerNumber: '2' }],
  'due date': [{ dueDate: null }, { dueDate: '2026-01-01' }],
  'another due date': [{ dueDate: '2026-01-01' }, { dueDate: '2026-01-02' }],
  KID: [{ kidNumber: null }, { kidNumber: '1' }],
  'another KID': [{ kidNumber: '1' }, { kidNumber: '2' }],
  description: [{ description: null }, { description: 'A' }],
  debit: [
    { debit: new Decimal(1), credit: new Decimal(0) },
    { debit: new Decimal(2), credit: new Decimal(0) },
  ],
  credit: [{ credit: new Decimal(1) }, { credit: new Decimal(2) }],
  'VAT amount': [{ vatAmount: null }, { vatAmount: new Decimal(1) }],
}

t.test('given lines that differ in one column, when they are put in sequence, then that decides', async (t) => {
  for (const [name, [first, second]] of Object.entries(pairs)) {
    const lines = [line(first), line(second)]
    t.same(inSequence(lines), lines, name)
    t.same(inSequence(lines.toReversed()), lines, `${name}, the other way round`)
  }
})
