import { isTest, lineAt, type Problem, type Rule } from './source-file.ts'
import { identifierName, isNode, literalText, type SyntaxNode, visitNodes } from './visit-nodes.ts'

const sequence = /^(given|when) .*\bthen\b/s
const isSequence = /^(given|when)\b|\bthen\b/
// Words enough for a subject or verb and what it does; "should" adds nothing to them.
const statement = /^(?!should\b)\S+ \S+ \S/

/**
 * Titles of tests state the behaviour, in at least three words: "rounds half a cent up". Where it
 * depends on a state, they say it as "given …, when …, then …"; where the action is the state too,
 * one of both is enough. A title from a variable cannot be read here.
 */
export const findShapelessTitles: Rule = ({ path, text, program }) => {
  if (!isTest(path) && !path.includes('/testing/')) return []
  const problems: Problem[] = []
  visitNodes(program, (node) => {
    const title = testTitle(node)
    if (title === null || (isSequence.test(title) ? sequence : statement).test(title)) return
    problems.push({
      path,
      line: lineAt(text, node.start),
      message: 'a title of a test states the behaviour, or says given …, when …, then ….',
    })
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
