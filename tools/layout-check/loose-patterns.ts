import { isTest, lineAt, type Problem, type Rule } from './source-file.ts'
import { identifierName, isNode, type SyntaxNode, visitNodes } from './visit-nodes.ts'

const comparesPattern = /^(not)?(match|has)(Strict)?$/i

/**
 * An empty list in a pattern of `t.match` fits every list, an empty object as a field every object:
 * such a test cannot fail. Elements `{}` of a list count its items, and so are fine.
 */
export const findLoosePatterns: Rule = ({ path, text, program }) => {
  if (!isTest(path) && !path.includes('/testing/')) return []
  const problems: Problem[] = []
  const report = ({ start }: SyntaxNode, message: string) => problems.push({ path, line: lineAt(text, start), message })
  visitNodes(program, (call) => {
    visitNodes(comparedPattern(call), (node) => {
      if (isEmpty(node, 'ArrayExpression', 'elements'))
        report(node, '[] in a pattern fits every list: write { length: 0 }, or compare the list with t.same.')
      if (node.type === 'Property' && isEmpty(node.value, 'ObjectExpression', 'properties'))
        report(node, '{} in a pattern fits every object: compare the field with t.same.')
    })
  })
  return problems
}

/** The pattern that a call of `t.match` or one of its kind compares with; null for other calls. */
function comparedPattern(call: SyntaxNode): unknown {
  const callee = call.callee
  if (call.type !== 'CallExpression' || !isNode(callee) || callee.type !== 'MemberExpression') return null
  if (!comparesPattern.test(identifierName(callee.property) ?? '')) return null
  return (call.arguments as unknown[])[1] ?? null
}

function isEmpty(node: unknown, type: string, parts: string): boolean {
  return isNode(node) && node.type === type && (node[parts] as unknown[]).length === 0
}
