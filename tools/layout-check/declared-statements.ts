import { isTest, lineAt, type Problem, type Rule } from './source-file.ts'
import { identifierName, literalText, type SyntaxNode, visitNodes } from './visit-nodes.ts'

const serviceSource = /^(services\/[^/]+|packages\/service-kit)\/src\/(?!testing\/)/
// They run the statements that others declare.
const mechanism = /^packages\/service-kit\/src\/(database\/(statement|read-in-batches)|reports\/(report|report-database))\.ts$/
const sql = /^\s*(select|insert|update|delete|with)\b/i

/**
 * SQL of services and of service-kit goes through `statement()`, so that a test compares its types
 * with the database; what is built for a request names its columns as `row`. Commands without
 * values or rows, such as a savepoint, need neither.
 */
export const findUndeclaredStatements: Rule = ({ path, text, program }) => {
  if (!serviceSource.test(path) || mechanism.test(path) || isTest(path)) return []
  const declarations = new Set<unknown>()
  const problems: Problem[] = []
  visitNodes(program, (node) => {
    if (node.type === 'CallExpression' && identifierName(node.callee) === 'statement') {
      for (const argument of node.arguments as unknown[]) declarations.add(argument)
    }
    if (node.type === 'ObjectExpression' && !declarations.has(node) && isUndeclared(node))
      problems.push({
        path,
        line: lineAt(text, node.start),
        message: 'a statement is declared with statement(), or names its row.',
      })
  })
  return problems
}

function isUndeclared(object: SyntaxNode): boolean {
  const properties = new Map(
    (object.properties as SyntaxNode[]).map((property) => [identifierName(property.key), property.value]),
  )
  if (!properties.has('text') || properties.has('row')) return false
  return properties.has('name') || properties.has('values') || sql.test(literalText(properties.get('text')) ?? '')
}
