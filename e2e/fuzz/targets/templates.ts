import {
  renderNodes,
  templateEngines,
  templateLimits,
} from '../../../services/orders-workflow/src/modules/notifications/templates/template-engine.ts'
import { documentOrder } from '../../../services/orders-workflow/src/testing/documents/document-samples.ts'
import { messageSample } from '../../../services/orders-workflow/src/testing/documents/template-samples.ts'
import { holds, type Target } from '../target.ts'

const MARKUP = '<i data-of-the-order>'

/** What Liquid says names the place; what we say names the limit. */
const refusal = /, line:\d+, col:\d+|limit/

/**
 * Templates: any text makes an output within its limits or is refused, in bounded time, and no data
 * of the order becomes markup.
 */
export const templates: Target = {
  files: /notifications\/templates\/|liquidjs/,
  words: [
    '{{',
    '}}',
    '{%',
    '%}',
    '|',
    'order.number',
    'for x in',
    'endfor',
    'if',
    'endif',
    'capture',
    'assign',
    '(1..9)',
    'render "piece"',
    'customer.name',
    ' ',
  ],
  seeds: [
    '{{ order.number | upcase }}',
    '{% for line in order.lines %}{{ line.name | truncate: 5 }}{% endfor %}',
    '{% if customer.name contains "a" %}{% assign x = 1 | plus: 2 %}{{ x }}{% else %}-{% endif %}',
    '{% capture c %}{{ customer.name }}{% endcapture %}{{ c | split: "" | reverse | join }}',
  ],
  async start() {
    const { input } = messageSample({ order: documentOrder({ order: { customerName: MARKUP, orderNumber: MARKUP } }) })
    const engines = templateEngines({ piece: '{% for line in order.lines %}{{ line.name }}{% endfor %}' })
    return (bytes) => {
      const text = bytes.toString()
      for (const part of ['html', 'text'] as const) {
        const began = process.cpuUsage()
        let made = ''
        try {
          const engine = engines(part)
          made = renderNodes({ engine, nodes: engine.parse(text) }, input)
        } catch (error) {
          holds(refusal.test((error as Error).message), 'refused without a place or a limit', (error as Error).message)
        }
        const ms = process.cpuUsage(began).user / 1_000
        holds(ms < 30 * templateLimits.renderMs, 'milliseconds', ms)
        holds(made.length <= templateLimits.output, 'characters', made.length)
        // What the template itself writes is its author's.
        if (part === 'html' && !text.includes('<')) holds(!made.includes('<i data'), 'markup', made.slice(0, 200))
      }
    }
  },
}
