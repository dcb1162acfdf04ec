import dagre from '@dagrejs/dagre'

/** What a node is. Colour is never all that sets kinds apart: borders and labels do too. */
export type FlowNodeKind = 'plain' | 'start' | 'end' | 'past' | 'current' | 'waiting' | 'failed' | 'off'
export type FlowEdgeKind = 'plain' | 'taken' | 'next' | 'off'

/** A node; its detail is a second line under the label. */
export type FlowNode = { id: string; label: string; kind?: FlowNodeKind; detail?: string }
/** An arrow between two nodes; one from a node to itself is not drawn. */
export type FlowEdge = { from: string; to: string; label?: string; kind?: FlowEdgeKind }
export type FlowDirection = 'down' | 'right'

export type Point = { x: number; y: number }
export type PlacedNode = FlowNode & { x: number; y: number; width: number; height: number }
/** An arrow with the points of its way, and the middle of its label. */
export type PlacedEdge = FlowEdge & { id: string; points: readonly Point[]; labelAt: Point | null }

const WIDTH = 184
const HEIGHT = 40
const HEIGHT_WITH_DETAIL = 58
/** About the width of a letter of a label, and its height. */
const LETTER = { width: 6.5, height: 16 }

/**
 * The places of nodes in layers, with the ways of the arrows around them. Arrows to nodes that are
 * not there are left out.
 */
export function layOut(graph: { nodes: readonly FlowNode[]; edges: readonly FlowEdge[]; direction: FlowDirection }): {
  nodes: PlacedNode[]
  edges: PlacedEdge[]
} {
  const layout = new dagre.graphlib.Graph({ multigraph: true })
  layout.setGraph({ rankdir: graph.direction === 'down' ? 'TB' : 'LR', nodesep: 28, edgesep: 14, ranksep: 44 })
  layout.setDefaultEdgeLabel(() => ({}))
  for (const { id, detail } of graph.nodes)
    layout.setNode(id, { width: WIDTH, height: detail === undefined ? HEIGHT : HEIGHT_WITH_DETAIL })
  const edges = graph.edges
    .filter(({ from, to }) => from !== to && layout.hasNode(from) && layout.hasNode(to))
    .map((edge, index) => ({ ...edge, id: String(index) }))
  for (const { from, to, label, id } of edges) layout.setEdge(from, to, labelSize(label), id)
  dagre.layout(layout)
  return {
    nodes: graph.nodes.map((node) => {
      const { x, y, width, height } = layout.node(node.id) as { x: number; y: number; width: number; height: number }
      return { ...node, x: x - width / 2, y: y - height / 2, width, height }
    }),
    edges: edges.map((edge) => {
      const placed = layout.edge(edge.from, edge.to, edge.id) as { points: Point[]; x?: number; y?: number }
      const { points, x, y } = placed
      return { ...edge, points, labelAt: edge.label === undefined || x === undefined || y === undefined ? null : { x, y } }
    }),
  }
}

function labelSize(label: string | undefined): { width: number; height: number; labelpos?: 'c' } {
  return label === undefined
    ? { width: 0, height: 0 }
    : { width: label.length * LETTER.width, height: LETTER.height, labelpos: 'c' }
}

/** The way of an arrow as the path of an SVG: straight at its ends, round at the points between. */
export function svgPath(points: readonly Point[]): string {
  const [first, ...others] = points
  const last = others.pop()
  if (first === undefined || last === undefined) return ''
  const bends = others.map((point, index) => {
    const next = others[index + 1] ?? last
    const end = index === others.length - 1 ? last : { x: (point.x + next.x) / 2, y: (point.y + next.y) / 2 }
    return `Q${point.x},${point.y} ${end.x},${end.y}`
  })
  return [`M${first.x},${first.y}`, ...(bends.length === 0 ? [`L${last.x},${last.y}`] : bends)].join(' ')
}
