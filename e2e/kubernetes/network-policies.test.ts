import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { byName, type Manifest, podTemplates, renderChart } from './rendered-chart.ts'

const services = readdirSync(join(import.meta.dirname, '..', '..', 'services'))
const databaseServices = services.filter((service) => service !== 'gateway')

/** Who a rule lets through, in short: names of pods and namespaces, networks. */
const peers = (rules: Manifest[], side: 'from' | 'to'): string[] =>
  rules.flatMap((rule) =>
    (rule[side] ?? [{}]).map((peer: Manifest) => {
      const labels = { ...peer.podSelector?.matchLabels, ...peer.namespaceSelector?.matchLabels }
      const who = labels['app.kubernetes.io/name'] ?? labels['kubernetes.io/metadata.name'] ?? peer.ipBlock?.cidr ?? 'anybody'
      return `${who}:${rule.ports.map(({ port }: Manifest) => port).join(',')}`
    }),
  )

t.test('given the network policies, when ingress is rendered, then only the gateway is open to the outside', async (t) => {
  const policies = byName(await renderChart(), 'NetworkPolicy')
  t.same(peers(policies.gateway.spec.ingress, 'from'), ['anybody:8080', 'monitoring:9464'])
  for (const service of databaseServices)
    t.same(peers(policies[service].spec.ingress, 'from'), ['gateway:8080', 'monitoring:8080'], service)
})

t.test('given the network policies, when egress is rendered, then services and migrations reach their servers', async (t) => {
  const policies = byName(await renderChart(), 'NetworkPolicy')
  for (const service of databaseServices) {
    const expected = ['kube-system:53,53', 'postgres:5432', 'nats:4222', 'gateway:8080']
    t.same(peers(policies[service].spec.egress, 'to'), expected, service)
    t.same(peers(policies[`${service}-migration`].spec.egress, 'to'), ['kube-system:53,53', 'postgres:5432'])
    t.notOk(policies[`${service}-migration`].spec.ingress)
  }
  t.same(peers(policies.gateway.spec.egress, 'to'), [
    'kube-system:53,53',
    'nats:4222',
    ...databaseServices.sort().map((name) => `${name}:8080`),
  ])
})

t.test('given a service that asks for the internet, when egress is rendered, then only it reaches the public part', async (t) => {
  const policies = byName(await renderChart({ 'services.orders-workflow.internetPorts': [443] }), 'NetworkPolicy')
  const rule = policies['orders-workflow'].spec.egress.at(-1)
  t.same(peers([rule], 'to'), ['0.0.0.0/0:443', '::/0:443'])
  t.ok(rule.to[0].ipBlock.except.includes('10.0.0.0/8'))
  t.notOk(peers(policies['accounting-read'].spec.egress, 'to').some((peer) => peer.startsWith('0.0.0.0')))
})

t.test('given who may reach the gateway, then services reach it still', async (t) => {
  const from = [{ namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'ingress' } } }]
  const policies = byName(await renderChart({ 'networkPolicy.gatewayFrom': from }), 'NetworkPolicy')
  const expected = ['ingress:8080', ...databaseServices.sort().map((name) => `${name}:8080`), 'monitoring:9464']
  t.same(peers(policies.gateway.spec.ingress, 'from'), expected)
})

t.test('given the network policies, when they are rendered, then each selects one workload and every pod has one', async (t) => {
  const manifests = await renderChart()
  const labels = Object.values(podTemplates(manifests)).map(({ metadata }) => metadata.labels)
  const selected = Object.values(byName(manifests, 'NetworkPolicy')).map(({ spec }) =>
    labels.filter((of) => Object.entries(spec.podSelector.matchLabels).every(([name, value]) => of[name] === value)),
  )
  t.ok(selected.every(({ length }) => length === 1))
  t.equal(new Set(selected.flat()).size, labels.length)
})
