import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parser } from '@prometheus-io/lezer-promql'
import t from 'tap'
import { parse } from 'yaml'
import { byName, chart, type Manifest, renderChart } from './rendered-chart.ts'

const docs = join(import.meta.dirname, '..', '..', 'docs')
const rules: Manifest[] = parse(readFileSync(join(chart, 'files', 'alerts.yaml'), 'utf8')).groups.flatMap(
  (group: Manifest) => group.rules,
)
const dashboard: Manifest = JSON.parse(readFileSync(join(chart, 'files', 'dashboard.json'), 'utf8'))
const panelExpressions: string[] = dashboard.panels.flatMap((panel: Manifest) => panel.targets.map(({ expr }: Manifest) => expr))

/** The names of metrics in an expression, and whether Prometheus can read it. */
function readExpression(expression: string): { metrics: string[]; isValid: boolean } {
  const metrics: string[] = []
  let isValid = true
  parser.parse(expression).iterate({
    enter({ type, name, from, to }) {
      if (type.isError) isValid = false
      if (name === 'VectorSelector') metrics.push((/^\w+/.exec(expression.slice(from, to)) ?? [''])[0])
    },
  })
  return { metrics, isValid }
}

/** The metrics of the reference, with the names that Prometheus makes of a histogram. */
const known = new Set(
  [...readFileSync(join(docs, 'reference', 'metrics.md'), 'utf8').matchAll(/^\| `(\w+)` \| (\w+)/gm)].flatMap(([, name, type]) =>
    type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name as string],
  ),
)

t.test('given alerts and panels, when their expressions are read, then each is valid and names known metrics', async (t) => {
  t.ok(known.size > 15)
  for (const expression of [...rules.map(({ expr }) => expr), ...panelExpressions]) {
    const { metrics, isValid } = readExpression(expression)
    t.ok(isValid, expression)
    t.ok(metrics.length > 0, expression)
    t.same(
      metrics.filter((name) => !known.has(name)),
      [],
      expression,
    )
  }
  t.notOk(readExpression('sum by (service (oms_dead_letters)').isValid, 'the check can fail')
})

t.test('given the signs of docs/how-to/monitor.md, when alerts are read, then every sign has one', async (t) => {
  const signs = [...readFileSync(join(docs, 'how-to', 'monitor.md'), 'utf8').matchAll(/^\| `(oms_\w+(?:\{[^}]*\})?)` /gm)].map(
    ([, sign]) => sign as string,
  )
  t.ok(signs.length > 10)
  for (const sign of signs)
    t.ok(
      rules.some(({ expr }) => expr.includes(sign)),
      sign,
    )
})

t.test('given the alerts, when they are read, then each has its own name and says what happened and what to do', async (t) => {
  t.equal(new Set(rules.map(({ alert }) => alert)).size, rules.length)
  for (const { alert, labels, annotations } of rules) {
    t.match(labels.severity, /^(critical|warning)$/, alert)
    t.match(annotations, { summary: String, action: String }, alert)
  }
})

t.test('given the metrics of the reference, when the dashboard is read, then it shows every metric', async (t) => {
  const shown = new Set(panelExpressions.flatMap((expression) => readExpression(expression).metrics))
  const isShown = (name: string) => shown.has(name) || /_(sum|bucket|count)$/.test(name)
  t.same(
    [...known].filter((name) => !isShown(name)),
    [],
  )
})

t.test(
  'given the monitoring of the chart, then rule, dashboard and monitors carry the same, and monitors find their ports',
  async (t) => {
    const manifests = await renderChart({ 'monitoring.enabled': true, 'monitoring.labels': { release: 'prometheus' } })
    const rule = byName(manifests, 'PrometheusRule')['order-management']
    t.same(rule.spec.groups[0].rules, rules)
    t.equal(rule.metadata.labels.release, 'prometheus')
    const map = byName(manifests, 'ConfigMap')['order-management-dashboard']
    t.same(JSON.parse(map.data['order-management.json']), dashboard)
    const services = Object.values(byName(manifests, 'Service'))
    for (const [name, { spec }] of Object.entries(byName(manifests, 'ServiceMonitor'))) {
      const found = services.filter(({ metadata }) =>
        Object.entries(spec.selector.matchLabels).every(([label, value]) => metadata.labels[label] === value),
      )
      t.equal(found.length, 1, name)
      t.ok(
        found[0].spec.ports.some((port: Manifest) => port.name === spec.endpoints[0].port),
        name,
      )
    }
  },
)
