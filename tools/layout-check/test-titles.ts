import { isTest, lineAt, type Problem, type Rule } from './source-file.ts'
import { identifierName, isNode, literalText, type SyntaxNode, visitNodes } from './visit-nodes.ts'

const form = /^(given|when) .*\bthen\b/s

/**
 * Titles of tests say the state, the action and the outcome: "given …, when …, then …". Where the
 * action is the state too, one of both is enough. A title from a variable cannot be read here.
 */
export const findShapelessTitles: Rule = ({ path, text, program }) => {
  if (!isTest(path) && !path.includes('/testing/')) return []
  const problems: Problem[] = []
  visitNodes(program, (node) => {
    const title = testTitle(node)
    if (title === null || form.test(title)) return
    problems.push({ path, line: lineAt(text, node.start), message: 'a title of a test says given …, when …, then ….' })
  })
  return problems
}

/**
 * The title of a call of `t.test`, with `…` for what a template fills in; null if it is no such
 * call or title.
 */
function testTitle(call: SyntaxNode): string | null {
  const callee = call.callee
  if (call.type !== 'CallExpression' || !isNode(callee) || callee.type !== 'MemberExpression') return null
  if (identifierName(callee.object) !== 't' || identifierName(callee.property) !== 'test') return null
  const [title] = Array.isArray(call.arguments) ? call.arguments : []
  return literalText(title)
}
