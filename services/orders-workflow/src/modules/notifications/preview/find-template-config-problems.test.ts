import { measureCpuTime } from '@open-oms/service-kit/testing/cpu-time'
import { isLongRun } from '@open-oms/service-kit/testing/property-runs'
import t from 'tap'
import { documentConfig } from '../../../testing/documents/document-samples.ts'
import { type SampleTemplates, templateFiles } from '../../../testing/documents/template-samples.ts'
import { sampleConfig } from '../../../testing/test-orders.ts'
import { builtInFiles, builtInTemplates } from '../templates/template-set.ts'
import { findNotificationNameProblems, findTemplateConfigProblems } from './find-template-config-problems.ts'

const check = (templates: SampleTemplates, limit = {}) =>
  findTemplateConfigProblems({ ...documentConfig, templates: templateFiles(templates) }, limit).map(
    ({ file, path, reason }) => `${file.replace('templates/', '')} ${path} ${reason}`,
  )

t.test('given the built-in templates, when they are checked as those of a tenant, then they have no problem', async (t) => {
  t.same(findTemplateConfigProblems({ ...documentConfig, templates: builtInFiles() }), [])
  t.same(builtInTemplates().problems, [])
})

t.test('given a variable that the data does not have, in any branch, when it is checked, then its line is named', async (t) => {
  const text = [
    '{% if order.number == "never" %}{{ ordr.number }}{% endif %}',
    '{% for line in order.lines %}{% unless true %}{{ line.nmae }}{% endunless %}',
    '{% for property in line.properties %}{{ property.kee }}{% endfor %}{% endfor %}',
    '{% render "piece" %}',
  ].join('\n')
  t.same(check({ 'shipped/any.text': text, 'partials/piece': 'x\n{{ store.town }}' }), [
    'shipped/any.text.liquid line 1, column 36 there is no variable "ordr.number"',
    'shipped/any.text.liquid line 2, column 50 there is no variable "line.nmae"',
    'shipped/any.text.liquid line 3, column 41 there is no variable "property.kee"',
    'partials/piece.liquid line 2, column 4 there is no variable "store.town"',
  ])
})

t.test('given a broken template, when it is checked, then file, line and reason are named', async (t) => {
  const cases: [SampleTemplates, RegExp][] = [
    [{ 'shipped/any.text': 'a\n{% if order.number %}' }, /^shipped\/any\.text\.liquid line 2, column 1 tag .* not closed$/],
    [{ 'shipped/any.text': '{{ order.total | raw }}' }, /line 1, .* undefined filter: raw$/],
    [{ 'shipped/any.text': '{% render "gone" %}' }, /ENOENT/],
    [{ 'shipped/any.text': 'a\n\n{{ customer.name | money }}' }, /line 3, column 1 the value is not a number$/],
    [{ 'shipped/any.text': '{% for a in (1..9999) %}{% for b in (1..9999) %}{{ a }}{% endfor %}{% endfor %}' }, /limit/],
    [{ 'shipped/any.text': '{% assign x = order %}{{ x.nmae }}' }, /undefined variable: x\.nmae/],
    [{ 'shipped/any.html': 'x' }, /needs any\.text\.liquid beside it/],
    [{ 'delivery-note/any.text': 'x' }, /is a document: it has the part pdf only$/],
    [{ 'shipped/any.pdf': 'x' }, /there is no document "shipped"$/],
    [{ 'delivery-note/any.pdf': '{% place "totals" %}' }, /there is no block "totals" in delivery-note; known: lines, comment$/],
    [{ 'invoice/any.pdf': '{% label town: "Town" %}' }, /there is no label "town"$/],
    [{ 'shipped/any.mail': 'x' }, /is not named as a template/],
    [{ 'delayed/nb.subject': 'x', 'delayed/any.text': 'x' }, /needs any\.subject\.liquid or en\.subject\.liquid$/],
  ]
  for (const [templates, expected] of cases) {
    const problems = check(templates)
    t.equal(problems.length, 1, problems.join('\n'))
    t.match(problems[0], expected)
  }
})

t.test('given many endless templates, when they are checked, then the check ends soon', async (t) => {
  const endless = '{% for a in (1..9999) %}{% for b in (1..9999) %}{% for c in (1..9999) %}{% endfor %}{% endfor %}{% endfor %}'
  const templates = Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`m${index}/any.text`, endless]))
  // The long run waits for as long as a start does.
  const limit = isLongRun ? {} : { msMax: 400 }
  const { result: problems, ms } = await measureCpuTime(async () => check(templates, limit))
  t.ok(ms < (isLongRun ? 15_000 : 4_000), `${ms} ms`)
  t.ok(problems.some((problem) => problem.includes('was not checked')))
})

t.test('given a step that names a message, when it is checked, then it is built in or a template of the tenant', async (t) => {
  const { orderTypes } = await sampleConfig()
  const [type] = orderTypes as [(typeof orderTypes)[number]]
  const [status] = type.orderStatuses as [(typeof type.orderStatuses)[number]]
  const workflowSteps = [{ name: 'Notification', properties: [{ key: 'Template', value: 'delayed' }] }] as never
  const changed = [{ ...type, orderStatuses: [{ ...status, workflowSteps }] }]
  const path = 'orderTypes[0].orderStatuses[0].workflowSteps[0].properties[0].value'
  t.match(findNotificationNameProblems({ orderTypes: changed, templates: [] }), [{ file: 'order-types.json', path }])
  const templates = templateFiles({ 'delayed/any.subject': 'x', 'delayed/any.text': 'x' })
  t.same(findNotificationNameProblems({ orderTypes: changed, templates }), [])
})
