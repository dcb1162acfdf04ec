import type { Order } from '@open-oms/contracts/orders/order'
import { currencyExponent } from '@open-oms/money/currency'
import { minus, plus, sum, toMinor } from '@open-oms/money/minor'
import { propertyRuns } from '@open-oms/service-kit/testing/property-runs'
import fc from 'fast-check'
import t, { type Test } from 'tap'
import { lineKind } from '../../../order/rules/lines/line-kinds.ts'
import { calculateTotals } from '../../../order/rules/totals/order-totals.ts'
import { builtInLayout, documentConfig } from '../../../testing/documents/document-samples.ts'
import { randomOrder } from '../../../testing/orders/random-orders.ts'
import { sampleTerms } from '../../../testing/sample-order.ts'
import { activeLines, type DocumentScope, documentTotals, lineAmount, vatRows } from './document-amounts.ts'
import type { DocumentPair } from './document-blocks.ts'
import { documentModel } from './document-model.ts'

const RUNS = propertyRuns(100)

/** Checks a property for random orders and each of their shipments. */
function holds(t: Test, property: (scope: DocumentScope, order: Order) => void): void {
  fc.assert(
    fc.property(randomOrder, (sent) => {
      const order = calculateTotals(sent, sampleTerms)
      const terms = { exponent: currencyExponent(order.billingCurrency as string), taxRate: sampleTerms.taxRate }
      for (const shipment of [null, ...order.orderForm.shipments]) property({ order, shipment, terms }, order)
    }),
    { numRuns: RUNS },
  )
  t.pass()
}

/** Gift cards and tips: they are in no row. */
function untaxedAmount({ order, shipment, terms }: DocumentScope) {
  const untaxed = (shipment ?? order.orderForm).lineItems.filter((line) => !lineKind(line).isTaxed)
  return sum(untaxed.map(({ extendedPrice }) => toMinor(extendedPrice, terms.exponent)))
}

t.test(
  'given any order or shipment, when its VAT table is made, then it sums to the total, tax and net amount of the taxed',
  async (t) => {
    holds(t, ({ order, shipment, terms }) => {
      const rows = vatRows({ order, shipment, terms })
      const { total, taxTotal } = shipment ?? order.orderForm
      const [gross, vat] = [
        minus(toMinor(total, terms.exponent), untaxedAmount({ order, shipment, terms })),
        toMinor(taxTotal, terms.exponent),
      ]
      if (sum(rows.map((row) => row.gross)) !== gross) throw new Error('gross')
      if (sum(rows.map((row) => row.vat)) !== vat) throw new Error('VAT')
      if (sum(rows.map((row) => row.net)) !== minus(gross, vat)) throw new Error('net')
      if (rows.some((row) => plus(row.net, row.vat) !== row.gross)) throw new Error('a row does not add up')
      if (new Set(rows.map((row) => row.rate)).size !== rows.length) throw new Error('a rate is listed twice')
    })
  },
)

t.test(
  'given any order or shipment, when its amounts are made, then lines, discounts, shipping, handling and rounding sum to the total',
  async (t) => {
    holds(t, (scope) => {
      const totals = documentTotals(scope)
      const lines = sum(activeLines(scope).map((line) => lineAmount(line, scope.terms).amount))
      if (lines !== totals.goods) throw new Error('the lines that are shown are not the goods')
      const after = [totals.goods, totals.shipping, totals.handling, totals.rounding]
      if (minus(sum(after), plus(totals.orderDiscount, totals.shippingDiscount)) !== totals.total) throw new Error('total')
    })
  },
)

/** The minor units of an amount in English format: all its digits. */
function written(text: string): number {
  const digits = Number(text.replace(/[^\d]/g, ''))
  return /[-−]/.test(text) ? -digits : digits
}

/** The table of payments begins with the day. */
const isVatTable = ({ table }: DocumentPair) => table.columns[0]?.kind === 'kind'

t.test('given any order, when its document is formatted, then the printed VAT table sums to the printed totals', async (t) => {
  const layout = builtInLayout('invoice')
  holds(t, ({ shipment, terms }, order) => {
    const english = { ...order, marketId: 'GBR' }
    const shipmentId = shipment?.shipmentId ?? null
    const model = documentModel({
      order: english,
      template: 'invoice',
      shipmentId,
      config: documentConfig,
      layout,
      now: new Date(0),
    })
    const pair = model.blocks.flatMap((block) => (block.type === 'pair' ? [block] : [])).find(isVatTable)
    // Without a table, nothing may be taxed.
    const rows = pair?.table.rows.map(({ cells }) => cells.slice(1).map(written)) ?? [[0, 0, 0]]
    const [last] = rows.splice(-1)
    const columns = [0, 1, 2].map((column) => rows.reduce((total, row) => total + (row[column] as number), 0))
    const { total, taxTotal } = shipment ?? order.orderForm
    const untaxed = untaxedAmount({ order, shipment, terms })
    const expected = [minus(toMinor(total, terms.exponent), untaxed), toMinor(taxTotal, terms.exponent)]
    if (JSON.stringify(columns) !== JSON.stringify(last)) throw new Error(`rows ${columns}, sums ${last}`)
    if (last?.[2] !== expected[0] || last?.[1] !== expected[1]) throw new Error(`written ${last}, stored ${expected}`)
  })
})
