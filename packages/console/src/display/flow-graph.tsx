import '@xyflow/react/dist/style.css'
import './flow-graph.css'
import { useComputedColorScheme } from '@mantine/core'
import {
  Controls,
  type Edge,
  EdgeLabelRenderer,
  type EdgeProps,
  Handle,
  type Node,
  type NodeChange,
  type NodeProps,
  Position,
  ReactFlow,
} from '@xyflow/react'
import { useId, useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { AreaTexts } from '../preferences/area-texts.tsx'
import { flowEn } from '../texts/en/flow.ts'
import { flowNb } from '../texts/nb/flow.ts'
import {
  type FlowDirection,
  type FlowEdge,
  type FlowNode,
  layOut,
  type PlacedEdge,
  type PlacedNode,
  svgPath,
} from './flow-layout.ts'

const texts = { en: { flow: flowEn }, nb: { flow: flowNb } } as const

type GraphProps = {
  /**
   * What the graph shows, for those who do not see it. A list with the same content belongs beside
   * it.
   */
  label: string
  nodes: readonly FlowNode[]
  edges: readonly FlowEdge[]
  direction?: FlowDirection
  /** In pixels. */
  height?: number
  /**
   * The node that is marked, and what to do when a person chooses another one, by pointer or by
   * Enter.
   */
  chosen?: string | null
  onChoose?: (id: string) => void
}

/**
 * A graph that is laid out automatically; to be loaded lazily, since the library is large. The
 * wheel scrolls the page: buttons, a double click and two fingers zoom. Nodes that can be chosen
 * are reached by Tab, and the picture follows.
 */
export function FlowGraph(props: GraphProps) {
  return (
    <AreaTexts texts={texts}>
      <Graph {...props} />
    </AreaTexts>
  )
}

function Graph({ label, nodes, edges, direction = 'down', height = 480, chosen = null, onChoose }: GraphProps) {
  const t = useTranslations('flow')
  const colorScheme = useComputedColorScheme()
  const arrowId = useId()
  const isChoice = onChoose !== undefined
  const placed = useMemo(() => layOut({ nodes, edges, direction }), [nodes, edges, direction])
  const drawnEdges = useMemo(() => placed.edges.map((edge) => drawEdge(edge, { arrowId, nodes })), [placed, arrowId, nodes])
  const change = (changes: NodeChange[]) => {
    for (const one of changes) if (one.type === 'select' && one.selected) onChoose?.(one.id)
  }
  return (
    <div className="flow-graph" style={{ height }}>
      <ArrowHead id={arrowId} />
      <ReactFlow
        // Another graph is fitted into its frame again.
        key={nodes.map(({ id }) => id).join('\n')}
        aria-label={label}
        colorMode={colorScheme}
        nodes={placed.nodes.map((node) => drawnNode(node, { isChoice, chosen }))}
        edges={drawnEdges}
        nodeTypes={nodeTypes}
        edgeTypes={edgeTypes}
        onNodesChange={change}
        fitView
        fitViewOptions={fitting}
        minZoom={0.2}
        maxZoom={2}
        nodesDraggable={false}
        nodesConnectable={false}
        nodesFocusable={isChoice}
        edgesFocusable={false}
        elementsSelectable={isChoice}
        selectionKeyCode={null}
        multiSelectionKeyCode={null}
        deleteKeyCode={null}
        zoomOnScroll={false}
        preventScrolling={false}
        proOptions={{ hideAttribution: true }}
        ariaLabelConfig={{
          'node.a11yDescription.default': t('choose'),
          'controls.ariaLabel': t('controls'),
          'controls.zoomIn.ariaLabel': t('zoomIn'),
          'controls.zoomOut.ariaLabel': t('zoomOut'),
          'controls.fitView.ariaLabel': t('fit'),
        }}
      >
        <Controls showInteractive={false} orientation="horizontal" fitViewOptions={fitting} />
      </ReactFlow>
    </div>
  )
}

/** A large graph is cut rather than drawn too small to read. */
const fitting = { padding: 0.06, minZoom: 0.45, maxZoom: 1 }

type Drawn = Node<{ node: PlacedNode }, 'flow'>
type DrawnEdge = Edge<{ edge: PlacedEdge }, 'flow'>

function drawnNode(node: PlacedNode, { isChoice, chosen }: { isChoice: boolean; chosen: string | null }): Drawn {
  const { id, x, y, width, height, label, detail } = node
  return {
    id,
    type: 'flow',
    position: { x, y },
    width,
    height,
    measured: { width, height },
    selected: id === chosen,
    // A button has the name of its content; a picture has none of its own.
    ...(isChoice
      ? { ariaRole: 'button' as const, domAttributes: { 'aria-pressed': id === chosen } }
      : { ariaRole: 'img' as const, ariaLabel: detail === undefined ? label : `${label}, ${detail}` }),
    data: { node },
  }
}

function drawEdge(edge: PlacedEdge, { arrowId, nodes }: { arrowId: string; nodes: readonly FlowNode[] }): DrawnEdge {
  const [from, to] = [edge.from, edge.to].map((id) => nodes.find((node) => node.id === id)?.label ?? id)
  const ariaLabel = `${from} → ${to}`
  return { id: edge.id, type: 'flow', source: edge.from, target: edge.to, markerEnd: arrowId, ariaLabel, data: { edge } }
}

function FlowNodeBox({ data: { node } }: NodeProps<Drawn>) {
  const { label, detail, kind } = node
  return (
    <div className="flow-node" data-kind={kind ?? 'plain'} title={detail === undefined ? label : `${label}: ${detail}`}>
      <span className="flow-node-label cut">{label}</span>{' '}
      {detail === undefined ? null : <span className="flow-node-detail cut">{detail}</span>}
      {/* The library draws arrows between these only; their ways are those of the layout. */}
      <Handle className="flow-handle" type="target" position={Position.Top} isConnectable={false} />
      <Handle className="flow-handle" type="source" position={Position.Bottom} isConnectable={false} />
    </div>
  )
}

function FlowArrow({ data, markerEnd }: EdgeProps<DrawnEdge>) {
  if (data === undefined) return null
  const { points, kind, label, labelAt } = data.edge
  return (
    <>
      <path className="flow-edge" data-kind={kind ?? 'plain'} d={svgPath(points)} markerEnd={markerEnd} />
      {labelAt === null ? null : (
        <EdgeLabelRenderer>
          <div
            className="flow-edge-label"
            style={{ transform: `translate(-50%, -50%) translate(${labelAt.x}px, ${labelAt.y}px)` }}
          >
            {label}
          </div>
        </EdgeLabelRenderer>
      )}
    </>
  )
}

/** The head of every arrow, in the colour of its line. */
function ArrowHead({ id }: { id: string }) {
  return (
    <svg width="0" height="0" aria-hidden style={{ position: 'absolute' }}>
      <defs>
        <marker
          id={id}
          viewBox="0 0 10 10"
          refX="9"
          refY="5"
          markerWidth="11"
          markerHeight="11"
          markerUnits="userSpaceOnUse"
          orient="auto"
        >
          <path className="flow-arrow" d="M0,0 L10,5 L0,10 Z" />
        </marker>
      </defs>
    </svg>
  )
}

const nodeTypes = { flow: FlowNodeBox }
const edgeTypes = { flow: FlowArrow }
