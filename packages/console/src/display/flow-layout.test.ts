import t from 'tap'
import { type FlowNode, layOut, svgPath } from './flow-layout.ts'

const nodes: FlowNode[] = ['a', 'b', 'c'].map((id) => ({ id, label: id }))

t.test('given a chain, when it is laid out, then each node is below the one before, or right of it', async (t) => {
  const edges = [
    { from: 'a', to: 'b' },
    { from: 'b', to: 'c' },
  ]
  const [a, b, c] = layOut({ nodes, edges, direction: 'down' }).nodes.map(({ y }) => y)
  t.ok(Number(a) < Number(b) && Number(b) < Number(c))
  const [left, middle, right] = layOut({ nodes, edges, direction: 'right' }).nodes.map(({ x }) => x)
  t.ok(Number(left) < Number(middle) && Number(middle) < Number(right))
})

t.test(
  'given arrows both ways and a ring, when they are laid out, then nodes do not overlap and each arrow has a way',
  async (t) => {
    const edges = [
      { from: 'a', to: 'b' },
      { from: 'b', to: 'a', label: 'back' },
      { from: 'b', to: 'c' },
      { from: 'c', to: 'a' },
    ]
    const placed = layOut({ nodes, edges, direction: 'down' })
    for (const one of placed.nodes)
      for (const other of placed.nodes)
        if (one !== other) t.ok(Math.abs(one.x - other.x) >= one.width || Math.abs(one.y - other.y) >= one.height)
    t.equal(placed.edges.length, 4)
    t.ok(placed.edges.every(({ points }) => points.length >= 2))
    t.same(
      placed.edges.map(({ labelAt }) => labelAt !== null),
      [false, true, false, false],
    )
  },
)

t.test(
  'given arrows to themselves and to nodes that are not there, when they are laid out, then they are left out',
  async (t) => {
    const edges = [
      { from: 'a', to: 'a' },
      { from: 'a', to: 'gone' },
      { from: 'gone', to: 'a' },
    ]
    t.same(layOut({ nodes, edges, direction: 'down' }).edges, [])
    t.same(layOut({ nodes: [], edges: [], direction: 'down' }), { nodes: [], edges: [] })
  },
)

t.test('given a detail, when nodes are laid out, then the node is higher', async (t) => {
  const [plain, detailed] = layOut({
    nodes: [
      { id: 'a', label: 'a' },
      { id: 'b', label: 'b', detail: 'more' },
    ],
    edges: [],
    direction: 'down',
  }).nodes
  t.ok(Number(plain?.height) < Number(detailed?.height))
})

t.test('given the points of an arrow, when its path is drawn, then it begins at the first and ends at the last', async (t) => {
  const at = (x: number, y: number) => ({ x, y })
  t.equal(svgPath([at(0, 0), at(10, 20)]), 'M0,0 L10,20')
  t.equal(svgPath([at(0, 0), at(5, 10), at(10, 20)]), 'M0,0 Q5,10 10,20')
  t.match(svgPath([at(0, 0), at(5, 10), at(7, 15), at(10, 20)]), /^M0,0 Q5,10 6,12\.5 Q7,15 10,20$/)
  t.equal(svgPath([at(1, 1)]), '')
})
