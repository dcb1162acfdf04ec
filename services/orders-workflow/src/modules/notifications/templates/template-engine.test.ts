import { ownFilters, standardFilters } from '@open-oms/contracts/templates/template-filters'
import t from 'tap'
import { documentOrder } from '../../../testing/documents/document-samples.ts'
import { messageSample } from '../../../testing/documents/template-samples.ts'
import { renderNodes, templateEngines, templateLimits } from './template-engine.ts'
import { ownFilterNames } from './template-filters.ts'

const { input } = messageSample({
  order: documentOrder({ order: { customerName: '<b onclick="x">Kari</b> & \'Ola\'', orderNumber: 'A-7' } }),
})
const engines = templateEngines({ piece: 'piece of {{ order.number }}' })
const render = (text: string, part: 'text' | 'html' | 'pdf' = 'text', isStrict = false) =>
  renderNodes({ engine: engines(part), nodes: engines(part).parse(text) }, input, isStrict)
const plain = (text: string) => text.replace(/\s/g, ' ')

t.test('given HTML, when it prints data, then the data is escaped and there is no way around it', async (t) => {
  const escaped = '&lt;b onclick=&#34;x&#34;&gt;Kari&lt;/b&gt; &amp; &#39;Ola&#39;'
  t.equal(render('{{ customer.name }}', 'html'), escaped)
  t.equal(render('{% render "piece" %}{% assign x = customer.name %}{{ x }}', 'html'), `piece of A-7${escaped}`)
  t.equal(render('<p title="{{ customer.name | append: "!" }}">', 'html'), `<p title="${escaped}!">`)
  for (const filter of ['raw', 'escape', 'newline_to_br', 'strip_html', 'xml_escape', 'json'])
    t.throws(() => engines('html').parse(`{{ customer.name | ${filter} }}`), { message: /undefined filter/ }, filter)
  t.match(render('{{ customer.name }}'), /<b onclick/, 'plain text is plain')
})

t.test('given names of prototypes and of the process, when a template prints them, then there is nothing', async (t) => {
  for (const path of [
    'constructor',
    'order.constructor',
    'order.constructor.constructor',
    '__proto__',
    'order.__proto__',
    'order.lines.constructor',
    'order.lines.map',
    'customer.name.constructor',
    'customer.name.toString',
    'process',
    'globalThis',
    'this',
    'require',
  ]) {
    t.equal(render(`{{ ${path} }}`), '', path)
    t.equal(render(`{% assign x = ${path} %}{{ x }}`), '', path)
  }
  t.equal(render('{{ order.lines | map: "constructor" | join }}').trim(), '')
})

t.test('given a tag that reads files, or a piece by a path, when it is parsed or rendered, then it fails', async (t) => {
  for (const tag of ['include "piece"', 'layout "piece"', 'block x', 'increment x', 'echo order.number', 'tablerow x in y'])
    t.throws(() => render(`{% ${tag} %}`), { message: /tag .* not found/ }, tag)
  for (const path of ['/etc/passwd', '../../package.json', 'constructor', '__proto__', 'none'])
    t.throws(() => render(`{% render "${path}" %}`), { message: /ENOENT/ }, path)
})

t.test('given endless or huge templates, when they are rendered, then a limit ends them soon', async (t) => {
  const endless = {
    'nested loops':
      '{% for a in (1..9999) %}{% for b in (1..9999) %}{% for c in (1..9999) %}{% endfor %}{% endfor %}{% endfor %}',
    'a huge range': '{% for a in (1..1000000000) %}x{% endfor %}',
    'a text that doubles': `{% assign x = "xxxxxxxxxx" %}${'{% assign x = x | append: x %}'.repeat(40)}{{ x }}`,
    'a list that doubles': `{% assign x = order.lines %}${'{% assign x = x | concat: x %}'.repeat(40)}{{ x.size }}`,
    'much output': `{% for a in (1..5000) %}${'x'.repeat(1_000)}{% endfor %}`,
    'a range that nothing is done with': '{% for a in (1..1900000) %}{% endfor %}',
    'a text that is replaced': `{% assign x = "aaaaaaaaaaaaaaaaaaaa" %}${'{% assign x = x | replace: "a", "aaaaaaaaaaaaaaaaaaaa" %}'.repeat(12)}`,
  }
  for (const [name, template] of Object.entries(endless)) {
    const begun = performance.now()
    t.throws(() => render(template), { message: /limit/ }, name)
    t.ok(performance.now() - begun < 40 * templateLimits.renderMs, `${name} ends`)
  }
  t.throws(() => engines('text').parse('x'.repeat(templateLimits.parse + 1)), { message: /parse length limit/ })
})

t.test(
  'given texts that double in a loop, when they are rendered, then a limit ends them and little memory is taken',
  async (t) => {
    const doubling = {
      append: '{% assign a = a | append: a %}',
      prepend: '{% assign a = a | prepend: a %}',
      replace: '{% assign a = a | replace: "x", "xx" %}',
      'split and join': '{% assign a = a | split: "" | join: "xx" %}',
      capture: '{% capture a %}{{ a }}{{ a }}{% endcapture %}',
      'captures of their own': '{% capture b %}{{ a }}{% endcapture %}{% capture a %}{{ b }}{{ b }}{% endcapture %}',
    }
    for (const [name, step] of Object.entries(doubling)) {
      const before = process.memoryUsage().heapUsed
      const template = `{% assign a = "xx" %}{% for i in (1..40) %}${step}{% endfor %}`
      for (const part of ['text', 'html', 'pdf'] as const)
        t.throws(() => render(template, part), { message: /limit/ }, `${name} in ${part}`)
      t.ok(process.memoryUsage().heapUsed - before < 200_000_000, `${name} takes little memory`)
    }
    const many = `{% for i in (1..40) %}{% capture a %}{% for j in (1..1000) %}${'x'.repeat(64)}{% endfor %}{% endcapture %}{% endfor %}`
    t.throws(() => render(many), { message: /limit/ }, 'captures count together')
  },
)

t.test('given a piece that renders itself, when it is rendered, then it fails and the process continues', async (t) => {
  const looping = templateEngines({ loop: '{% render "loop" %}' })('text')
  t.throws(() => renderNodes({ engine: looping, nodes: looping.parse('{% render "loop" %}') }, input))
})

t.test('when filters format amounts and dates, then they use currency, locale and time zone of the order', async (t) => {
  t.equal(
    plain(render('{{ 1234.5 | money }} {{ 1234.5 | amount }} {{ 2.5 | quantity }} {{ 25 | percent }}')),
    '1 234,50 kr 1 234,50 2,5 25 %',
  )
  t.equal(plain(render('{{ "2026-03-01T23:30:00Z" | day }} {{ "2026-03-01T23:30:00Z" | time }}')), '2. mars 2026 00:30')
  t.equal(plain(render('{{ "2026-03-01T23:30:00Z" | add_days: 14 }}')), '16. mars 2026')
  t.equal(render('{{ nothing | money }}{{ order.pickupDeadline | day }}'), '', 'nothing for null')
  t.throws(() => render('{{ customer.name | money }}'), { message: /the value is not a number/ })
  t.throws(() => render('{{ customer.name | day }}'), { message: /the value is not a date/ })
  const partly = render('{% assign parts = "a b" | split: " " %}{% for part in parts %}[{{ part }}]{% endfor %}')
  t.equal(partly, '[a][b]')
})

t.test('given the reference, when filters are compared with it, then they are the same', async (t) => {
  t.same(
    ownFilterNames,
    ownFilters.map(({ name }) => name),
  )
  t.same(Object.keys(engines('text').filters).sort(), [...standardFilters, ...ownFilterNames].sort())
})
