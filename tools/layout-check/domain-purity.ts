import { isTest, lineAt, type Problem, type Rule } from './source-file.ts'
import { identifierName, type SyntaxNode, visitNodes } from './visit-nodes.ts'

/**
 * The files of pure code: no input or output, no clock, no chance. They are the domain of each
 * module, the rules of the order, how runs end, and the money package.
 */
export const pureFiles =
  /^(packages\/money\/src\/|services\/[^/]+\/src\/((modules\/[^/]+\/)?domain\/|order\/rules\/|runs\/(end-waiting|step-errors)\.tsx?$))/

const outsideWorld = new Set([
  'console',
  'process',
  'performance',
  'crypto',
  'fetch',
  'globalThis',
  'setTimeout',
  'setInterval',
  'setImmediate',
  'queueMicrotask',
])

/** domain/ and the money package are pure: time and identity are arguments, and nothing waits. */
export const findImpurity: Rule = ({ path, text, program }) => {
  if (!pureFiles.test(path) || isTest(path)) return []
  const problems: Problem[] = []
  visitNodes(program, (node) => {
    const what = impureReason(node)
    if (what)
      problems.push({ path, line: lineAt(text, node.start), message: `${what} has no place in pure code: ${remedy(what)}.` })
  })
  return problems
}

function remedy(what: string): string {
  return what.startsWith('async') ? 'what waits belongs to a command' : 'take what it gives as an argument'
}

function impureReason(node: SyntaxNode): string | null {
  if (node.async === true || node.type === 'AwaitExpression' || node.await === true) return 'async'
  if (node.type === 'ImportExpression') return 'async import()'
  if (node.type === 'MemberExpression') return memberImpurity(node)
  if (node.type === 'NewExpression' && isArgumentless(node) && identifierName(node.callee) === 'Date') return 'new Date()'
  if (node.type !== 'CallExpression') return null
  const callee = identifierName(node.callee)
  if (callee === 'Date') return 'Date()'
  return callee !== null && outsideWorld.has(callee) ? callee : null
}

function memberImpurity(node: SyntaxNode): string | null {
  const object = identifierName(node.object)
  const property = identifierName(node.property)
  if (object === 'Date' && property === 'now') return 'Date.now'
  if (object === 'Math' && property === 'random') return 'Math.random'
  if (object === 'Temporal' && property === 'Now') return 'Temporal.Now'
  return object !== null && outsideWorld.has(object) ? object : null
}

function isArgumentless(node: SyntaxNode): boolean {
  return Array.isArray(node.arguments) && node.arguments.length === 0
}
