import { isTest, lineAt, type Problem, type Rule, type SourceFile } from './source-file.ts'
import { identifierName, isNode, type SyntaxNode, visitNodes } from './visit-nodes.ts'

// Spelt in parts, so that this file does not find itself.
const marker = new RegExp(`\\b(${['TO' + 'DO', 'FIX' + 'ME', 'X' + 'XX', 'HA' + 'CK'].join('|')})\\b`)

/** Work that was left for later: marks in comments, and tests that do not run. */
export const findUnfinishedWork: Rule = (file) => [...findMarkers(file), ...(isTest(file.path) ? findIdleTests(file) : [])]

function findMarkers({ path, text, comments }: SourceFile): Problem[] {
  return comments
    .filter(({ value }) => marker.test(value))
    .map(({ start }) => ({ path, line: lineAt(text, start), message: 'nothing is left for later: do it, or open an issue.' }))
}

const idle = new Set(['skip', 'todo', 'only'])

function findIdleTests({ path, text, program }: SourceFile): Problem[] {
  const problems: Problem[] = []
  visitNodes(program, (node) => {
    if (node.type !== 'CallExpression' || !isIdleTest(node)) return
    problems.push({
      path,
      line: lineAt(text, node.start),
      message: 'every test runs: it is not skipped, left to do or singled out.',
    })
  })
  return problems
}

function isIdleTest(call: SyntaxNode): boolean {
  const callee = call.callee
  if (!isNode(callee) || callee.type !== 'MemberExpression') return false
  const method = identifierName(callee.property)
  if (identifierName(callee.object) === 't' && method !== null && idle.has(method)) return true
  if (method !== 'test' || !Array.isArray(call.arguments)) return false
  return call.arguments.some((argument) => isNode(argument) && argument.type === 'ObjectExpression' && hasIdleOption(argument))
}

function hasIdleOption(options: SyntaxNode): boolean {
  const properties = Array.isArray(options.properties) ? options.properties : []
  return properties.some((property) => isNode(property) && idle.has(identifierName(property.key) ?? ''))
}
