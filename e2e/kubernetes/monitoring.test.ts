import { readdirSync, readFileSync } from 'node:fs'
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

type Sign = { metrics: string[]; alert: string }

/** The signs of docs/how-to/monitor.md, each with the alert that it names and links. */
function readSigns(): Sign[] {
  const rows = readFileSync(join(docs, 'how-to', 'monitor.md'), 'utf8').matchAll(
    /^\| (`oms_.*) \| .* \| \[(\w+)\]\(respond-to-alerts\.md#(\w+)\) \|$/gm,
  )
  return [...rows].map(([, sign = '', alert = '', anchor]) => {
    const metrics = [...sign.matchAll(/`(oms_\w+(?:\{[^}]*\})?)`/g)].map(([, metric = '']) => metric)
    return { metrics, alert: anchor === alert.toLowerCase() ? alert : `${alert} with the link #${anchor}` }
  })
}

t.test('given the signs of docs/how-to/monitor.md, when alerts are read, then each alert has one, and its metrics', async (t) => {
  const signs = readSigns()
  t.same(signs.map(({ alert }) => alert).sort(), rules.map(({ alert }) => alert).sort())
  for (const { alert, metrics } of signs) {
    const { expr } = rules.find((rule) => rule.alert === alert) ?? { expr: '' }
    t.ok(metrics.length > 0, alert)
    for (const metric of metrics) t.ok(expr.includes(metric), `${alert}: ${metric}`)
  }
})

t.test(
  'given the alerts, when docs/how-to/respond-to-alerts.md is read, then each has its section, and no other has one',
  async (t) => {
    const [, ...sections] = readFileSync(join(docs, 'how-to', 'respond-to-alerts.md'), 'utf8').split(/^### /m)
    t.same(sections.map((text) => /^\w+/.exec(text)?.[0]).sort(), rules.map(({ alert }) => alert).sort())
    for (const text of sections)
      for (const part of ['Means', 'Find', 'Fix']) t.match(text, new RegExp(`^- \\*\\*${part}\\*\\*: \\S`, 'm'))
    for (const { alert, annotations } of rules)
      t.equal(annotations.runbook_url, `/docs/site/how-to/respond-to-alerts.html#${alert.toLowerCase()}`)
  },
)

/** The texts of all programs, without their tests. */
function readPrograms(): string {
  const folders = [
    'packages/service-kit/src',
    'services/gateway/src',
    'services/orders-workflow/src',
    'services/accounting-read/src',
  ]
  return folders
    .flatMap((folder) => readdirSync(join(docs, '..', folder), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && /(?<!\.test)\.ts$/.test(entry.name))
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'))
    .join('\n')
}

t.test('given the lines of the log that the pages name, when the programs are read, then these write them', async (t) => {
  const programs = readPrograms()
  const pages = ['monitor.md', 'respond-to-alerts.md'].map((page) => readFileSync(join(docs, 'how-to', page), 'utf8'))
  // A line is a sentence in code marks: words without a sign of a command, a setting or a metric.
  const lines = new Set(
    pages.flatMap((page) =>
      [...page.matchAll(/`((?:an?|the|due|earlier|published|orders|The|NATS) [\w ]+)`/g)].map(([, line = '']) => line),
    ),
  )
  t.ok(lines.size >= 15, `${lines.size} lines`)
  for (const line of lines) t.ok(programs.includes(line), line)
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

/** The rules as the chart gives them for an address of the documentation. */
const rulesAt = (docsUrl: string) =>
  rules.map(({ annotations, ...rule }) => {
    const runbookUrl = annotations.runbook_url.replace(/^\/docs\/site\//, `${docsUrl}/`)
    return { ...rule, annotations: { ...annotations, runbook_url: runbookUrl } }
  })

t.test('given an address of the documentation or of the gateway, when alerts are rendered, then they open there', async (t) => {
  for (const [values, docsUrl] of [
    [{ 'services.gateway.environment.PUBLIC_URL': 'https://orders.example.com' }, 'https://orders.example.com/docs/site'],
    [{ 'environment.PUBLIC_URL': 'https://orders.example.com/' }, 'https://orders.example.com/docs/site'],
    [{ 'monitoring.docsUrl': 'https://docs.example.com/oms/' }, 'https://docs.example.com/oms'],
  ] as const) {
    const rule = byName(await renderChart({ 'monitoring.enabled': true, ...values }), 'PrometheusRule').alerts
    t.same(rule.spec.groups[0].rules, rulesAt(docsUrl), docsUrl)
  }
  await t.rejects(renderChart({ 'monitoring.enabled': true, 'monitoring.docsUrl': 'docs "x"' }), /docsUrl/)
})

t.test(
  'given the monitoring of the chart, then rule, dashboard and monitors carry the same, and monitors find their ports',
  async (t) => {
    const manifests = await renderChart({ 'monitoring.enabled': true, 'monitoring.labels': { release: 'prometheus' } })
    const rule = byName(manifests, 'PrometheusRule').alerts
    const docs = 'http://oms-gateway:8080/docs/site'
    t.same(rule.spec.groups[0].rules, rulesAt(docs))
    t.equal(rule.metadata.labels.release, 'prometheus')
    const map = byName(manifests, 'ConfigMap').dashboard
    t.same(JSON.parse(map.data['open-oms.json']), dashboard)
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
