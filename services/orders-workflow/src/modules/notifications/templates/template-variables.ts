import type { ConfigProblem } from '@open-oms/contracts/config/config-file'
import { TemplateData } from '@open-oms/contracts/templates/template-data'
import { Kind, type TSchema } from '@sinclair/typebox'
import { analyzeSync, ForTag, RenderTag, type Template as TemplateNode, toValueSync, type Variable } from 'liquidjs'
import { templateErrorFile } from './template-error.ts'

/** The schema of a value; `any` where it cannot be known; null for a field that does not exist. */
type Known = TSchema | 'any' | null

/** What the names of a template stand for: elements of lists in loops, and what is not followed. */
type Names = { loops: Map<string, string[][]>; open: Set<string> }

const COUNTS = new Set(['size'])
const ELEMENTS = new Set(['first', 'last'])

/**
 * Variables of a template that the documented data does not have, in every branch, with their lines
 * (templates.md#template-check). Values that are assigned, and parameters of pieces, are followed
 * only when the template is rendered with a sample.
 */
export function findUnknownVariables(nodes: TemplateNode[], file: string): ConfigProblem[] {
  const { variables, globals, locals } = analyzeSync(nodes)
  const names: Names = { loops: new Map(), open: new Set(Object.keys(locals)) }
  collectNames(nodes, names)
  const inScope = (variable: Variable) => !(globals[variableRoot(variable)] ?? []).some((one) => isSame(one, variable))
  return Object.values(variables)
    .flat()
    .flatMap((variable) => {
      const known = inScope(variable) ? localType(variable, names) : typeAt(TemplateData, variable.segments)
      if (known !== null) return []
      const { row, col, file: place } = variable.location
      const remedy = 'Use a variable that docs/reference/templates.md lists.'
      const path = `line ${row}, column ${col}`
      return [{ file: templateErrorFile(place, file), path, reason: `there is no variable "${variable}"`, remedy }]
    })
}

function variableRoot(variable: Variable): string {
  return String(variable.segments[0])
}

function isSame(a: Variable, b: Variable): boolean {
  const [one, other] = [a.location, b.location]
  return one.row === other.row && one.col === other.col && one.file === other.file
}

/** Loops bind a name to the elements of a list; pieces get parameters. */
function collectNames(nodes: TemplateNode[], names: Names, seen = new Set<TemplateNode>()): void {
  for (const node of nodes) {
    if (seen.has(node)) continue
    seen.add(node)
    if (node instanceof ForTag) {
      const path = /^[A-Za-z_][\w-]*(\.[\w-]+)*$/.exec(node.collection.getText())?.[0].split('.')
      if (path === undefined) names.open.add(node.variable)
      else names.loops.set(node.variable, [...(names.loops.get(node.variable) ?? []), path])
    }
    if (node instanceof RenderTag) for (const parameter of partialParameters(node)) names.open.add(parameter)
    if (node.children) collectNames(toValueSync(node.children(true, true)), names, seen)
  }
}

/** What a piece is rendered with: `with`, `for` and the parameters by name. */
function partialParameters(node: RenderTag): string[] {
  const scope = node.partialScope()
  return [...(scope?.scope ?? [])].map((entry) => (typeof entry === 'string' ? entry : entry[0]))
}

function localType(variable: Variable, { loops, open }: Names): Known {
  const root = variableRoot(variable)
  const lists = loops.get(root)
  if (root === 'forloop' || open.has(root) || lists === undefined) return 'any'
  const types = lists.map((path) => typeAt(elementSchema(listType(path, loops, 0)), variable.segments.slice(1), 0))
  return types.find((type) => type !== null) ?? null
}

const DEPTH_MAX = 5

/** The type of the list of a loop, which may be a field of the element of another loop. */
function listType([root = '', ...rest]: string[], loops: Names['loops'], depth: number): Known {
  const outer = loops.get(root)
  if (outer === undefined || depth > DEPTH_MAX)
    return root in TemplateData.properties ? typeAt(TemplateData, [root, ...rest]) : 'any'
  const types = outer.map((path) => typeAt(elementSchema(listType(path, loops, depth + 1)), rest, 0))
  return types.find((type) => type !== null) ?? null
}

function elementSchema(list: Known): Known {
  if (list === null || list === 'any') return list
  const schema = withoutNull(list)
  return schema[Kind] === 'Array' ? (schema.items as TSchema) : 'any'
}

function typeAt(schema: Known, segments: readonly unknown[], from = 0): Known {
  if (schema === null || schema === 'any' || from >= segments.length) return schema
  return typeAt(fieldSchema(withoutNull(schema), segments[from]), segments, from + 1)
}

function fieldSchema(schema: TSchema, segment: unknown): Known {
  if (typeof segment !== 'string' && typeof segment !== 'number') return 'any'
  const kind = schema[Kind]
  if (kind === 'Record') return Object.values(schema.patternProperties as Record<string, TSchema>)[0] ?? 'any'
  if (COUNTS.has(String(segment)) && (kind === 'Array' || kind === 'String')) return 'any'
  if (kind === 'Array') return typeof segment === 'number' || ELEMENTS.has(segment) ? (schema.items as TSchema) : null
  if (kind !== 'Object') return null
  return (schema.properties as Record<string, TSchema>)[segment] ?? null
}

/** The schema of a value that may be null, when it is there. */
function withoutNull(schema: TSchema): TSchema {
  if (schema[Kind] !== 'Union') return schema
  return (schema.anyOf as TSchema[]).find((option) => option[Kind] !== 'Null') ?? schema
}
