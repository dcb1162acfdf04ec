import type { ModuleMap } from '../module-map.ts'

/**
 * The modules of each service as Mermaid diagrams in Markdown, drawn from the table of what they may use. An arrow that follows from
 * others is left out, and so are the arrows to the order aggregate, which every module may use.
 */
export function modulePictures(maps: Readonly<Record<string, ModuleMap>>): string {
  return Object.entries(maps).map(picturesOf).join('\n')
}

function picturesOf([service, map]: [string, ModuleMap]): string {
  const isOrder = (name: string) => name === 'order' || name.startsWith('order/')
  const order = Object.fromEntries(Object.entries(map).filter(([name]) => isOrder(name)))
  const others = Object.entries(map).filter(([name]) => !isOrder(name))
  const modules = Object.fromEntries(others.map(([name, uses]) => [name, uses.filter((use) => use !== 'order/*')]))
  const parts = Object.keys(order).length === 0 ? '' : `\nThe parts of the order aggregate:\n\n${diagram(order)}`
  return `### Modules of ${service}\n\n${diagram(modules)}${parts}`
}

function diagram(map: ModuleMap): string {
  const arrows = Object.entries(map).flatMap(([name, uses]) =>
    uses.filter((use) => !uses.some((other) => leadsTo(map, other, use))).map((use) => `  ${node(name)} --> ${node(use)}`),
  )
  const alone = Object.keys(map).filter((name) => !arrows.some((arrow) => arrow.includes(node(name))))
  const nodes = alone.map((name) => `  ${node(name)}`)
  return ['```mermaid', 'flowchart LR', ...arrows, ...nodes, '```', ''].join('\n')
}

/** A node by its path, with the name of the module as its label. */
function node(name: string): string {
  return `${name.replaceAll(/[^a-z]/g, '_')}["${name.replace('modules/', '')}"]`
}

function leadsTo(map: ModuleMap, from: string, to: string): boolean {
  return (map[from] ?? []).some((next) => next === to || leadsTo(map, next, to))
}
