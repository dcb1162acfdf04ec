import type { FlowEdge, FlowNode, FlowNodeKind } from '../display/flow-layout.ts'
import type { PathStatus, WorkflowPath } from './workflow-path.ts'

type Words = {
  /** The time of a move; without its day where that is the day of the move before. */
  time: (at: string, before: string | null) => string
  now: string
  status: (name: string) => string
  again: (time: string, count: number) => string
  outcomes: (outcomes: PathStatus['outcomes']) => string
}

/**
 * The picture of a way: visited statuses with arrows that have their times, and arrows from where
 * the order is to what may come next.
 */
export function workflowGraph(
  { statuses, moves, began, ahead }: WorkflowPath,
  words: Words,
): { nodes: FlowNode[]; edges: FlowEdge[] } {
  const drawn = statuses.filter(({ name, state }) => state === 'current' || state === 'past' || ahead.includes(name))
  const current = statuses.find(({ state }) => state === 'current')?.name
  const taken = moves.map(({ from, to, time, count }, index): FlowEdge => {
    const at = words.time(time, moves[index - 1]?.time ?? began?.time ?? null)
    const label = count === 1 ? at : words.again(at, count)
    return { from, to, label, kind: 'taken' }
  })
  const open = drawn.flatMap(({ name, state }): FlowEdge[] =>
    current === undefined || state !== 'next' ? [] : [{ from: current, to: name, kind: 'next' }],
  )
  // The layout puts the arrow that comes last on top: so statuses are from top to bottom as their
  // type has them.
  return { nodes: drawn.map((status) => toFlowNode(status, words)), edges: [...taken, ...open.toReversed()] }
}

function toFlowNode(status: PathStatus, words: Words): FlowNode {
  const { name, state, runs, outcomes } = status
  const counts = runs.length === 0 ? '' : words.outcomes(outcomes)
  const detail = [state === 'current' ? words.now : '', counts].filter((part) => part !== '').join(' · ')
  return { id: name, label: words.status(name), kind: nodeKind(status), ...(detail === '' ? {} : { detail }) }
}

const kinds: Readonly<Record<PathStatus['state'], FlowNodeKind>> = {
  current: 'current',
  past: 'past',
  next: 'plain',
  refused: 'off',
}

function nodeKind({ state, runs, outcomes }: PathStatus): FlowNodeKind {
  if (outcomes.failed > 0 && runs.at(-1)?.state !== 'Finished') return 'failed'
  if (runs.some((run) => run.state === 'Waiting' || run.state === 'Held')) return 'waiting'
  return kinds[state]
}
