import { dirname, join } from 'node:path'
import { parseSync } from 'oxc-parser'
import { identifierName, isNode, type SyntaxNode, visitNodes } from '../layout-check/visit-nodes.ts'

/** One row of a walk: a function, the file that declares it, and what calls it. */
export type WalkStep = {
  number: number
  /**
   * The number of the row that calls it, or the word for what is outside the walk, such as `route`.
   */
  caller: string
  /** From the root. */
  path: string
  name: string
}

/** The text of a file; null where there is none. */
export type ReadFile = (path: string) => string | null

const ORDERS = 'services/orders-workflow/src'

/** The walks of the architecture page by their headings. */
export function parseWalks(page: string): Map<string, WalkStep[]> {
  const section = /## Walks\n(.*?)\n## /s.exec(page)?.[1] ?? ''
  const walks = section.split('\n### ').slice(1)
  return new Map(walks.map((walk) => [walk.slice(0, walk.indexOf('\n')), parseSteps(walk)]))
}

function parseSteps(walk: string): WalkStep[] {
  const rows = walk.matchAll(/^\| (\d+) \| ([\w-]+) \| `([^`]+)` \| `(\w+)` \|/gm)
  return [...rows].map(([, number, caller = '', file = '', name = '']) => {
    const path = /^(services|packages)\//.test(file) ? file : `${ORDERS}/${file}`
    return { number: Number(number), caller, path, name }
  })
}

/**
 * What is wrong in a walk: a function that its file does not declare, one that its caller neither
 * calls nor passes on as a value, and rows of one caller in another order than it reaches them in.
 * A function that is called from outside the walk must be used in its own file, or in the
 * `routes.ts` beside it.
 */
export function findWalkProblems(steps: readonly WalkStep[], readFile: ReadFile): string[] {
  const files = new Map<string, SyntaxNode | null>()
  const parsedFile = (path: string): SyntaxNode | null => {
    if (!files.has(path)) files.set(path, parsed(path, readFile(path)))
    return files.get(path) ?? null
  }
  const problems = steps.flatMap((step, index) => {
    const { number, caller, path, name } = step
    if (number !== index + 1) return [`row ${number} is the ${index + 1}. of its walk`]
    if (functionsIn(parsedFile(path), name).length === 0) return [`row ${number}: ${path} declares no function ${name}`]
    if (/^\d+$/.test(caller)) return Number(caller) < number ? [] : [`row ${number}: its caller, row ${caller}, comes after it`]
    const users = [...(caller === 'route' ? [] : [path]), join(dirname(path), 'routes.ts')]
    const isUsed = users.some((user) => usedNames(parsedFile(user)).includes(name))
    return isUsed ? [] : [`row ${number}: nothing outside the walk uses ${name}`]
  })
  return problems.length > 0 ? problems : steps.flatMap((caller) => problemsOfCaller(caller, steps, parsedFile))
}

function problemsOfCaller(
  caller: WalkStep,
  steps: readonly WalkStep[],
  parsedFile: (path: string) => SyntaxNode | null,
): string[] {
  const uses = functionsIn(parsedFile(caller.path), caller.name).flatMap(usedNames)
  let reached = -1
  return steps
    .filter(({ caller: by }) => by === String(caller.number))
    .flatMap(({ number, name }) => {
      if (!uses.includes(name)) return [`row ${number}: ${caller.name} does not call ${name}`]
      const next = uses.indexOf(name, reached + 1)
      if (next === -1) return [`row ${number}: ${caller.name} reaches ${name} before the row above it that it calls`]
      reached = next
      return []
    })
}

function parsed(path: string, text: string | null): SyntaxNode | null {
  return text === null ? null : (parseSync(path, text).program as unknown as SyntaxNode)
}

const functionTypes = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'])
const isFunction = (node: unknown): node is SyntaxNode => isNode(node) && functionTypes.has(node.type)

/**
 * The functions of a file with a name: declared, in a constant, a method, or a field of an object.
 */
function functionsIn(file: SyntaxNode | null, name: string): SyntaxNode[] {
  const found: SyntaxNode[] = []
  visitNodes(file, (node) => {
    const { id, init, key, value } = node
    if (node.type === 'FunctionDeclaration' && identifierName(id) === name) found.push(node)
    if (node.type === 'VariableDeclarator' && identifierName(id) === name && isFunction(init)) found.push(init)
    const isField = ['Property', 'MethodDefinition', 'PropertyDefinition'].includes(node.type)
    if (isField && identifierName(key) === name && isFunction(value)) found.push(value)
  })
  return found
}

/**
 * The names that a piece of source calls, or uses as values, in the order in which they are
 * reached: arguments before the call, and the body of a function that is passed to a call after it.
 * Names in types and comments, and names that are only declared, are not among them.
 */
function usedNames(source: SyntaxNode | null): string[] {
  const names: string[] = []

  // `passed` collects the functions that are handed to a call; null outside the arguments of one.
  const visit = (node: SyntaxNode, passed: SyntaxNode[] | null): void => {
    if (passed !== null && isFunction(node)) passed.push(node)
    else if (node.type === 'Identifier') names.push(node.name as string)
    else if (node.type === 'CallExpression' || node.type === 'NewExpression') visitCall(node)
    else for (const part of evaluatedParts(node)) visit(part, passed)
  }

  const visitCall = (call: SyntaxNode): void => {
    const callee = call.callee as SyntaxNode
    const passed: SyntaxNode[] = []
    const isMethod = callee.type === 'MemberExpression' && callee.computed !== true
    if (isMethod) visit(callee, passed)
    for (const given of call.arguments as SyntaxNode[]) visit(given, passed)
    if (isMethod) names.push(identifierName(callee.property) ?? '')
    else visit(callee, null)
    for (const body of passed) for (const part of evaluatedParts(body)) visit(part, null)
  }

  if (source !== null) visit(source, null)
  return names
}

/** The parts of a node that are evaluated, in the order of the source. */
function evaluatedParts(node: SyntaxNode): SyntaxNode[] {
  if (node.type === 'ImportDeclaration') return []
  // Of `x as T` and its like the expression; other types are none.
  if (node.type.startsWith('TS')) return isNode(node.expression) ? [node.expression] : []
  if (/Pattern$/.test(node.type)) return defaultValues(node)
  const parts = Object.entries(node).flatMap(([part, value]) => {
    if (part === 'id') return defaultValues(value)
    return (part === 'key' || part === 'property') && node.computed !== true ? [] : value
  })
  return parts.filter(isNode).sort((a, b) => a.start - b.start)
}

/** The default values in a pattern. */
function defaultValues(pattern: unknown): SyntaxNode[] {
  const defaults: SyntaxNode[] = []
  visitNodes(pattern, (node) => {
    if (node.type === 'AssignmentPattern' && isNode(node.right)) defaults.push(node.right)
  })
  return defaults
}
