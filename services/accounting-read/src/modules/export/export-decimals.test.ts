import { Decimal } from '@open-oms/money/decimal'
import { parsedCsv } from '@open-oms/service-kit/testing/parsed-csv'
import t from 'tap'
import { accountingServer } from '../../testing/accounting-server.ts'
import { aLine, writePosting } from '../../testing/written-posting.ts'

/** Amounts of a currency with their text in the file, and the text of 0. */
const cases: { currencyCode: string; zero: string; amounts: [amount: number, text: string][] }[] = [
  {
    currencyCode: 'NOK',
    zero: '0,00',
    amounts: [
      [20, '20,00'],
      [79.9, '79,90'],
      [79.99, '79,99'],
      [0.1234, '0,1234'],
      [99999999999.5, '99999999999,50'],
    ],
  },
  {
    currencyCode: 'JPY',
    zero: '0',
    amounts: [
      [1200, '1200'],
      [0.5, '0,5'],
    ],
  },
  { currencyCode: 'jpy', zero: '0', amounts: [[7, '7']] },
  { currencyCode: 'KWD', zero: '0,000', amounts: [[1.5, '1,500']] },
  { currencyCode: 'UYW', zero: '0,0000', amounts: [[3, '3,0000']] },
  { currencyCode: 'XYZ', zero: '0,00', amounts: [[3, '3,00']] },
]

// Regression: an ERP read a column with `79,99` and `20` as two number formats.
t.test(
  'given amounts in several currencies, when they are exported as CSV, then each has the decimals of its currency, or more where it needs them',
  async (t) => {
    const server = await accountingServer(t)
    const exported = async (query: Record<string, string>) =>
      (await server.client.send({ url: '/api/Accounting/LedgerLines/Export', query })).text
    for (const { currencyCode, zero, amounts } of cases) {
      const lines = amounts.flatMap(([amount]) => {
        const vat = { vatRate: 25, vatAmount: new Decimal(amount) }
        return [aLine(-amount, vat), aLine(amount)]
      })
      await writePosting(server, { currencyCode, lines })
      const expected = amounts.flatMap(([, text]) => [
        [text, zero, currencyCode, '', '25', text],
        [zero, text, currencyCode, '', '', ''],
      ])
      const amountColumns = (csv: string) => parsedCsv(csv.slice(1), ';').map((row) => row?.slice(8, 14))
      t.same(amountColumns(await exported({ currencyCode })).slice(1), expected)
      const pointed = expected.map((row) => row.map((text) => text.replace(',', '.')))
      t.same(amountColumns(await exported({ currencyCode, decimal: 'point' })).slice(1), pointed)
    }
    const [line] = (await exported({ currencyCode: 'KWD', format: 'ndjson' })).split('\n')
    t.match(JSON.parse(line ?? ''), { debit: 1.5, credit: 0, vatAmount: 1.5 }, 'JSON has numbers')
  },
)
