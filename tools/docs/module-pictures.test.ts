import t from 'tap'
import { moduleMaps } from '../module-map.ts'
import { modulesPage } from './module-pictures.ts'

t.test('given the modules of all services, when they are drawn, then no two nodes of a diagram have one label', async (t) => {
  const diagrams = modulesPage(moduleMaps).split('```mermaid').slice(1)
  t.ok(diagrams.length >= 4)
  for (const diagram of diagrams) {
    const nodes = [...diagram.matchAll(/(\w+)\["([^"]+)"\]/g)].map(([, id = '', label = '']) => ({ id, label }))
    const labels = new Map(nodes.map(({ id, label }) => [label, id]))
    t.same(
      nodes.filter(({ id, label }) => labels.get(label) !== id),
      [],
    )
  }
})
