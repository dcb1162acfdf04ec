/** A node of a syntax tree: its kind, its place, and its parts under their names. */
export type SyntaxNode = { type: string; start: number; end: number; [part: string]: unknown }

/** Calls `onNode` for a node and all nodes below it, outermost first. */
export function visitNodes(node: unknown, onNode: (node: SyntaxNode) => void): void {
  if (Array.isArray(node)) {
    for (const item of node) visitNodes(item, onNode)
  } else if (isNode(node)) {
    onNode(node)
    for (const part of Object.values(node)) if (typeof part === 'object') visitNodes(part, onNode)
  }
}

export function isNode(value: unknown): value is SyntaxNode {
  return typeof value === 'object' && value !== null && typeof (value as SyntaxNode).type === 'string'
}

/** The name of a plain identifier, else null. */
export function identifierName(node: unknown): string | null {
  return isNode(node) && node.type === 'Identifier' && typeof node.name === 'string' ? node.name : null
}

/**
 * The text of a string or of a template, with `…` for what the template fills in; null for every
 * other node.
 */
export function literalText(node: unknown): string | null {
  if (!isNode(node)) return null
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : null
  if (node.type !== 'TemplateLiteral') return null
  return (node.quasis as { value: { raw: string } }[]).map(({ value }) => value.raw).join('…')
}
