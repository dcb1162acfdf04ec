import { standardFilters } from '@open-oms/contracts/templates/template-filters'
import { propertyRuns } from '@open-oms/service-kit/testing/property-runs'
import fc from 'fast-check'
import t from 'tap'
import { documentOrder } from '../../../testing/documents/document-samples.ts'
import { messageSample } from '../../../testing/documents/template-samples.ts'
import { renderNodes, templateEngines, templateLimits } from './template-engine.ts'
import { ownFilterNames } from './template-filters.ts'

const { input } = messageSample({ order: documentOrder({ order: { orderNumber: 'A-7' } }) })
const engines = templateEngines({ piece: '{% for line in order.lines %}{{ line.name }}{% endfor %}' })

const variable = fc.constantFrom('order.number', 'order.lines', 'customer.name', 'x', 'nothing', 'order.lines.size')
const literal = fc.oneof(fc.integer({ min: -5, max: 1_000 }).map(String), fc.constantFrom('"a"', '","', '""', 'true', 'nil'))
const range = fc.tuple(fc.integer({ min: -3, max: 50 }), fc.integer({ min: -3, max: 5_000 })).map(([a, b]) => `(${a}..${b})`)
const value = fc.oneof(variable, literal, range)
const filter = fc
  .tuple(fc.constantFrom(...standardFilters, ...ownFilterNames), fc.array(value, { maxLength: 2 }))
  .map(([name, given]) => (given.length === 0 ? name : `${name}: ${given.join(', ')}`))
const expression = fc.tuple(value, fc.array(filter, { maxLength: 4 })).map(([first, filters]) => [first, ...filters].join(' | '))
const condition = fc.tuple(value, fc.constantFrom('==', '!=', '>', '<', 'contains'), value).map((parts) => parts.join(' '))

const { block } = fc.letrec<{ block: string }>((tie) => {
  const blocks = fc.array(tie('block'), { maxLength: 3 }).map((parts) => parts.join(''))
  return {
    block: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc.constantFrom('text ', '<b>', '\n', '{% render "piece" %}'),
      expression.map((text) => `{{ ${text} }}`),
      expression.map((text) => `{% assign x = ${text} %}`),
      fc.tuple(condition, blocks, blocks).map(([test, then, other]) => `{% if ${test} %}${then}{% else %}${other}{% endif %}`),
      fc.tuple(value, blocks).map(([list, body]) => `{% for y in ${list} limit: 20 %}${body}{% endfor %}`),
      blocks.map((body) => `{% capture x %}${body}{% endcapture %}`),
    ),
  }
})
const template = fc.array(block, { maxLength: 6 }).map((parts) => parts.join(''))

t.test(
  'given any template of the grammar, when it is rendered, then it makes a text within its limits or is refused',
  async (t) => {
    const isBounded = fc.property(template, fc.constantFrom('text', 'html', 'pdf'), (text, part) => {
      const engine = engines(part)
      try {
        return renderNodes({ engine, nodes: engine.parse(text) }, input).length <= templateLimits.output
      } catch (error) {
        // Errors of Liquid have the place of what they refuse.
        return /, line:\d+, col:\d+|limit/.test((error as Error).message)
      }
    })
    t.doesNotThrow(() => fc.assert(isBounded, { numRuns: propertyRuns(400) }))
  },
)

t.test('given any template of the grammar, when HTML is made of it, then no data is markup', async (t) => {
  const { input: hostile } = messageSample({ order: documentOrder({ order: { customerName: '<i>', orderNumber: '<i>' } }) })
  const engine = engines('html')
  const isEscaped = fc.property(template, (text) => {
    try {
      return !renderNodes({ engine, nodes: engine.parse(text) }, hostile).includes('<i>')
    } catch {
      return true
    }
  })
  t.doesNotThrow(() => fc.assert(isEscaped, { numRuns: propertyRuns(300) }))
})
