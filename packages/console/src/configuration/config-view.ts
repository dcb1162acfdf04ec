import { textIn } from '../address-search.ts'
import type { FlowEdge, FlowNode } from '../display/flow-layout.ts'

export const sections = ['types', 'people', 'handling', 'templates', 'connectors', 'clients', 'settings', 'check'] as const
export type Section = (typeof sections)[number]

/** What the page shows, as its address says. */
export type ConfigView = { section?: Section; type?: string; status?: string }

/** The state of the page in an address. What it does not understand is left out. */
export function readConfigView(raw: Readonly<Record<string, unknown>>): ConfigView {
  const section = sections.find((one) => one === raw.section)
  const [type, status] = [textIn(raw.type), textIn(raw.status)]
  return {
    ...(section === undefined || section === 'types' ? {} : { section }),
    ...(type === undefined ? {} : { type }),
    ...(status === undefined ? {} : { status }),
  }
}

export type Property = { key: string; value: string | null }

/** A step as the file has it: fields that have their default may be absent. */
export type Step = {
  id: string
  index: number
  name: string
  active?: boolean
  connector?: string | null
  stopOnError?: boolean
  runAfterOrderIsSaved?: boolean
  properties?: readonly Property[] | null
  workflowStepConditions?: readonly { type: string }[] | null
  description?: string | null
  retryFor?: string | null
} & { [filter in `${'enabled' | 'disabled'}For${string}`]?: readonly string[] | null }

export type Status = {
  name: string
  order: number
  displayName?: string | null
  isMainFilter?: boolean
  isCanceledStatus?: boolean
  isDeliveredStatus?: boolean
  isInProgressStatus?: boolean
  isPicked?: boolean
  enforceAvailableStepsPolicy?: boolean
  availableSteps?: readonly string[] | null
  workflowSteps?: readonly Step[] | null
  properties?: readonly Property[] | null
}

export type OrderType = {
  name: string
  orderStatuses: readonly Status[]
  defaultOrderType?: boolean
  disableWorkflow?: boolean
  orderNumberType: string
}

export type Connector = {
  id: string
  name: string
  kind: string
  type: string
  url?: string | null
  urlVariable?: string | null
  secretVariable?: string | null
  timeoutMs?: number
  active?: boolean
}

export type RateLimit = { requestsPerSecond?: number; burst?: number } & Readonly<Record<string, unknown>>

export type ApiClient = {
  clientId: string
  roles: readonly string[]
  storeIds?: readonly string[] | null
  rateLimit?: RateLimit | null
  previousSecretHash?: string | null
  expiresAt?: string | null
  networks?: readonly string[] | null
  isDemo?: boolean
}

export type Files = Readonly<Record<string, unknown>>

/** A list of a file. The service has checked the files, so they are what their schemas say. */
function configList<Item>(files: Files, file: string, name: string): readonly Item[] {
  const content = files[file] as Readonly<Record<string, readonly Item[] | undefined>> | undefined
  return content?.[name] ?? []
}

export const configuredOrderTypes = (files: Files) => configList<OrderType>(files, 'order-types.json', 'orderTypes')
export const configuredConnectors = (files: Files) => configList<Connector>(files, 'connectors.json', 'connectors')
export const configuredClients = (files: Files) => configList<ApiClient>(files, 'api-clients.json', 'apiClients')

/** The statuses of a type as people see them, the first one first. */
export function sortedStatuses({ orderStatuses }: OrderType): Status[] {
  return orderStatuses.toSorted((a, b) => a.order - b.order)
}

/** Where an order may go from a status; null: anywhere. */
export function allowedMoves({ enforceAvailableStepsPolicy, availableSteps }: Status): readonly string[] | null {
  return enforceAvailableStepsPolicy ? (availableSteps ?? []) : null
}

/** Whether any status of the type limits where orders may go. */
export function hasMoves({ orderStatuses }: OrderType): boolean {
  return orderStatuses.some((status) => allowedMoves(status) !== null)
}

type GraphOptions = {
  /** Statuses after which nothing remains to be done. */
  closed: ReadonlySet<string>
  /** The second line of a node. */
  formatDetail: (status: Status) => string | null
}

/**
 * The graph of a type: an arrow for each move that is configured. From a status without limits an
 * order may go anywhere, and so many arrows would show nothing: a dotted one leads to the next open
 * status of the list, and from the last of them to those that end it.
 */
export function orderTypeGraph(
  type: OrderType,
  { closed, formatDetail }: GraphOptions,
): { nodes: FlowNode[]; edges: FlowEdge[] } {
  const statuses = sortedStatuses(type)
  const [open, ends] = [false, true].map((isEnd) => statuses.filter(({ name }) => closed.has(name) === isEnd)) as [
    Status[],
    Status[],
  ]
  const nodes = statuses.map((status): FlowNode => {
    const { name, displayName } = status
    const detail = formatDetail(status)
    const kind = closed.has(name) ? 'end' : status === statuses[0] ? 'start' : 'plain'
    return { id: name, label: displayName ?? name, kind, ...(detail === null ? {} : { detail }) }
  })
  const edges = statuses.flatMap((status): FlowEdge[] => {
    const { name: from } = status
    const moves = allowedMoves(status)
    if (moves !== null) return moves.map((to) => ({ from, to }))
    if (closed.has(from)) return []
    const next = open[open.indexOf(status) + 1]
    return (next === undefined ? ends : [next]).map(({ name: to }) => ({ from, to, kind: 'off' }))
  })
  return { nodes, edges }
}

/** The steps of a status in the order in which they run. */
export function sortedSteps({ workflowSteps }: Status): Step[] {
  return [...(workflowSteps ?? [])].sort((a, b) => a.index - b.index)
}

/** What a step is limited to, such as `enabledForStores: Oslo-01`. */
export function stepLimits(step: Step): { name: string; values: readonly string[] }[] {
  return Object.entries(step).flatMap(([name, values]) =>
    /^(enabled|disabled)For/.test(name) && Array.isArray(values) && values.length > 0 ? [{ name, values }] : [],
  )
}

/** Settings by their path: `search.facetBudgetMs`. */
export function flattenSettings(files: Files): { path: string; value: string }[] {
  const { $schema: _, ...settings } = (files['settings.json'] ?? {}) as Readonly<Record<string, unknown>>
  return flat('', settings)
}

function flat(path: string, value: unknown): { path: string; value: string }[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return [{ path, value: typeof value === 'string' ? value : JSON.stringify(value) }]
  return Object.entries(value).flatMap(([name, one]) => flat(path === '' ? name : `${path}.${name}`, one))
}

/** What a check found of the entry of a list, such as `/connectors/2`. */
export function findingsAt<Finding extends { file: string; pointer: string }>(
  findings: readonly Finding[],
  { file, pointer }: { file: string; pointer: string },
): Finding[] {
  return findings.filter((one) => one.file === file && (one.pointer === pointer || one.pointer.startsWith(`${pointer}/`)))
}
