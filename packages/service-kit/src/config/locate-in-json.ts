import { findNodeAtLocation, type Node, type ParseError, parseTree } from 'jsonc-parser'

/** A place in a file of JSON: a JSON pointer (RFC 6901), and a line from 1. */
export type JsonLocation = { pointer: string; line: number }

/**
 * Where `stores[2].marketId` is in a text. What is not there is in the line of the nearest part
 * around it that is; a text that is not JSON has the line of its first fault.
 */
export function locateInJson(text: string, path: string): JsonLocation {
  const errors: ParseError[] = []
  const root = parseTree(text, errors, { disallowComments: true, allowTrailingComma: false })
  const [first] = errors
  if (root === undefined || first !== undefined) return { pointer: '', line: lineAt(text, first?.offset ?? 0) }
  const segments = resolveSegments(root, path)
  const pointer = segments.map((segment) => `/${String(segment).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
  return { pointer, line: lineAt(text, nearest(root, segments).offset) }
}

/** Names may contain dots: of the names that are in the text, the longest that fits is meant. */
function resolveSegments(root: Node, path: string): (string | number)[] {
  const segments: (string | number)[] = []
  for (let rest = path; rest !== ''; ) {
    const index = /^\[(\d+)\]\.?/.exec(rest)
    if (index !== null) {
      segments.push(Number(index[1]))
      rest = rest.slice(index[0].length)
      continue
    }
    const name = nameAt(findNodeAtLocation(root, segments), rest)
    segments.push(name)
    rest = rest.slice(name.length).replace(/^\./, '')
  }
  return segments
}

function nameAt(node: Node | undefined, rest: string): string {
  const names = (node?.type === 'object' ? (node.children ?? []) : []).map(({ children }) => String(children?.[0]?.value))
  const fitting = names.filter((name) => name !== '' && rest.startsWith(name) && /^([.[]|$)/.test(rest.slice(name.length)))
  const longest = fitting.reduce((a, b) => (b.length > a.length ? b : a), '')
  return longest || (/^[^.[]+/.exec(rest)?.[0] ?? rest)
}

/**
 * The part that the segments name, or the nearest one around it; of a property the line of its
 * name.
 */
function nearest(root: Node, segments: readonly (string | number)[]): Node {
  for (let length = segments.length; length > 0; length--) {
    const node = findNodeAtLocation(root, segments.slice(0, length))
    if (node !== undefined) return node.parent?.type === 'property' ? node.parent : node
  }
  return root
}

function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length
}
