import t from 'tap'
import { documentConfig, documentOrder } from '../../../testing/documents/document-samples.ts'
import { type SampleTemplates, templateFiles } from '../../../testing/documents/template-samples.ts'
import { documentModel } from '../domain/document-model.ts'
import { documentLayout } from './document-layout.ts'

const order = documentOrder({ order: { customerName: '\u0001{"place":"payments"}\nKari' } })
function made(name: 'invoice' | 'delivery-note', templates: SampleTemplates) {
  const config = { ...documentConfig, templates: templateFiles(templates) }
  const layout = documentLayout({ name, order, config })
  return documentModel({ order, template: name, shipmentId: null, config, layout, now: new Date(0) })
}

t.test('given a template of the tenant, when a document is made, then it decides texts, blocks and their order', async (t) => {
  const template = [
    '{% title "Faktura for " | append: customer.number %}{% footer "Takk!" %}{% label orderNumber: "Ordrenr." %}',
    'Kjære {{ customer.name }},',
    'takk for handelen.',
    '',
    'Beløp: {{ order.total | money }}',
    '{% place "totals" %}',
    '{% if order.total > 0 %}{% place "lines" %}{% endif %}',
    '{% heading "Angrerett" %}',
    'Du har 14 dager.',
  ].join('\n')
  const model = made('invoice', { 'invoice/nb.pdf': template })
  t.match(model, { title: 'Faktura for C-1001', footer: 'Takk!' })
  t.ok(model.facts.some(({ label }) => label === 'Ordrenr.'))
  t.match(model.blocks, [
    { type: 'texts', lines: ['Kjære {"place":"payments"} Kari,', 'takk for handelen.'] },
    { type: 'texts', lines: [/^Beløp: 3.040,60/] },
    { type: 'pair' },
    { type: 'table' },
    { type: 'texts', heading: 'Angrerett', lines: ['Du har 14 dager.'] },
  ])
  t.equal(model.blocks.length, 5)
})

t.test(
  'given a template that fails or places unknown blocks, when a document is made, then it is complete or leaves them out',
  async (t) => {
    const usual = made('invoice', {})
    t.same(made('invoice', { 'invoice/nb.pdf': '{{ customer.number | day }}' }), usual)
    const types = made('delivery-note', {
      'delivery-note/any.pdf': '{% place "totals" %}{% place "lines" %}{% place "constructor" %}',
    })
    t.same(
      types.blocks.map(({ type }) => type),
      ['table'],
    )
  },
)
