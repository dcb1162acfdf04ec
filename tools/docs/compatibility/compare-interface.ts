import type { OpenApiDocument } from '@open-oms/service-kit/openapi/openapi-document'
import type { ExistingOperation } from './operations.ts'

/** What we do otherwise, or not at all, than the interface that existing clients speak, and why. */
type Difference = {
  /** `different`: it is there and does or takes something else. `not offered`: it is not there. */
  kind: 'different' | 'not offered'
  why: string
}

/** By call, as in operations.ts. */
export const operationDifferences: Readonly<Record<string, Difference>> = {
  'PUT /api/Orders/Update': {
    kind: 'different',
    why: 'The last write wins as before, but the response names the versions that it overwrote (`Overwrote-Versions`), and `If-Match` prevents it.',
  },
  'GET /api/Orders/secret/{secretKey}': {
    kind: 'different',
    why: 'Needs no token, and leaves out what is the shop’s own: internal notes, errors, costs, references of payments.',
  },
}

const configured: Difference = {
  kind: 'different',
  why: 'Part of the tenant configuration (`order-types.json`), not of a call; `GET /api/Configuration` shows it.',
}

const zReport = 'Cash is counted, expected and taken to the bank as one figure each'

/** By model, or by `Model.field`. */
export const modelDifferences: Readonly<Record<string, Difference>> = {
  CommentPatch: { kind: 'not offered', why: 'No call takes it: a comment is changed with the order that has it.' },
  OrderStatus: configured,
  OrderType: configured,
  OrderWorkflowStep: configured,
  OrderWorkflowStepCondition: configured,
  'CashManagement.cashBankFinal': { kind: 'not offered', why: `${zReport}: \`cashBank\`.` },
  'CashManagement.cashPetty': { kind: 'not offered', why: `${zReport}; petty cash is \`cashOut\`.` },
  'CashManagement.cashSalesRefunds': { kind: 'not offered', why: 'Summed from the orders: `paymentRefunds`.' },
  'PaymentRefund.subPayments': { kind: 'not offered', why: 'A refund is reported by method.' },
  'VatGroup.name': { kind: 'not offered', why: 'A group is named by its rate, `vatValue`.' },
  'VatGroupRefund.name': { kind: 'not offered', why: 'A group is named by its rate, `vatValue`.' },
  'ZReportPayment.subPayments': { kind: 'not offered', why: 'A payment is reported by method.' },
}

/** Our names for models that have another name there. */
export const ourNames: Readonly<Record<string, string>> = {
  Component: 'PackageComponent',
  FacetViewModel: 'FacetGroup',
  OrderCommentRequest: 'NewComment',
  PaymentPatch: 'Payment',
  PaymentRefund: 'ZReportRefund',
  ReplacementRequestModel: 'ReplacementRequest',
  ReturnRequestModel: 'ReturnRequest',
  ShipmentLineItemsUpdateModel: 'ShipmentLinesUpdate',
  UpdateLineItemStatusPatch: 'LineStatusPatch',
  UpdateStatusPatch: 'StatusPatch',
  VatGroup: 'ZReportVatGroup',
  VatGroupRefund: 'ZReportVatGroup',
  ZReportTotal: 'ZReportSum',
}

/** What an existing client finds of a call or a model. */
export type Verdict = {
  verdict: 'same' | 'superset' | Difference['kind']
  /** What is there besides. */
  more: string[]
  differences: { of: string; why: string }[]
  /** What is neither there nor among the differences: a break that nobody decided. */
  missing: string[]
}

type Json = Record<string, unknown>
type Operation = { parameters?: { name?: string; in?: string }[]; responses: Record<string, unknown> }

/** The operations of some documents by call, with the parameters of the path unnamed. */
export function operationsByCall(documents: Iterable<OpenApiDocument>): ReadonlyMap<string, Operation> {
  const found = new Map<string, Operation>()
  for (const { paths } of documents)
    for (const [path, operations] of Object.entries(paths))
      for (const [method, operation] of Object.entries(operations))
        found.set(callKey(`${method.toUpperCase()} ${path}`), operation as Operation)
  return found
}

/** The named models of some documents. */
export function namedModels(documents: Iterable<OpenApiDocument>): ReadonlyMap<string, Json> {
  const schemas = [...documents].map(({ components }) => (components as { schemas: Record<string, Json> }).schemas)
  return new Map(schemas.flatMap((each) => Object.entries(each)))
}

function callKey(call: string): string {
  return call.replace(/\{\w+\}/g, '{}').toLowerCase()
}

/** Compares one call of existing clients with ours. */
export function compareOperation(
  { call, statuses, query = [] }: ExistingOperation,
  ours: ReadonlyMap<string, Operation>,
): Verdict {
  const operation = ours.get(callKey(call))
  const listed = operationDifferences[call]
  if (operation === undefined) return toVerdict({ listed: [[call, listed]], more: [], missing: [call] })
  const own = (operation.parameters ?? []).flatMap(({ name, in: place }) => (place === 'query' && name ? [name] : []))
  const known = new Set(query.map((name) => name.toLowerCase()))
  const missing = [
    ...statuses.filter((status) => !(status in operation.responses)).map((status) => `${call} ${status}`),
    ...query.filter((name) => !own.some((one) => one.toLowerCase() === name.toLowerCase())).map((name) => `${call} ?${name}`),
  ]
  const more = own.filter((name) => !known.has(name.toLowerCase())).map((name) => `?${name}`)
  return toVerdict({ listed: [[call, listed]], more, missing })
}

/** Compares one model of existing clients, its fields with their types, with ours. */
export function compareModel(name: string, fields: Readonly<Record<string, string>>, ours: ReadonlyMap<string, Json>): Verdict {
  const whole = modelDifferences[name]
  if (whole !== undefined) return toVerdict({ listed: [[name, whole]], more: [], missing: [] })
  const ourName = ourNames[name] ?? name
  const model = ours.get(ourName) ?? ours.get(`${ourName}Input`)
  if (model === undefined) return toVerdict({ listed: [], more: [], missing: [name] })
  const properties = model.properties as Record<string, Json>
  const broken = Object.entries(fields).filter(([field, type]) => {
    const own = properties[field]
    return own === undefined || schemaKind(own) !== kindOfType(type)
  })
  const listed = broken.flatMap(([field]): [string, Difference][] => {
    const difference = modelDifferences[`${name}.${field}`]
    return difference === undefined ? [] : [[field, difference]]
  })
  const missing = broken
    .filter(([field]) => modelDifferences[`${name}.${field}`] === undefined)
    .map(([field, type]) => `${name}.${field}: ${type}`)
  return toVerdict({ listed, more: Object.keys(properties).filter((field) => !(field in fields)), missing })
}

type ComparisonParts = { listed: [of: string, difference: Difference | undefined][]; more: string[]; missing: string[] }

function toVerdict({ listed, more, missing }: ComparisonParts): Verdict {
  const differences = listed.flatMap(([of, difference]) => (difference === undefined ? [] : [{ of, ...difference }]))
  const [first] = differences
  const isGone = differences.length === 1 && first?.kind === 'not offered' && first.of === listed[0]?.[0] && more.length === 0
  const verdict = isGone ? 'not offered' : first !== undefined ? 'different' : more.length > 0 ? 'superset' : 'same'
  return { verdict, more, differences: differences.map(({ of, why }) => ({ of, why })), missing }
}

/**
 * string, date, number, true or false, model, map; with `[]` for a list. Whether it can be null
 * makes no difference here.
 */
function schemaKind(schema: Json): string {
  if (schema.$ref !== undefined) return 'model'
  if (Array.isArray(schema.anyOf)) {
    const kinds = new Set((schema.anyOf as Json[]).filter(({ type }) => type !== 'null').map(schemaKind))
    return [...kinds].join(' or ')
  }
  const type = [schema.type].flat().find((one) => one !== 'null')
  if (type === 'array') return `${schemaKind(schema.items as Json)}[]`
  if (type === 'object') return schema.properties === undefined ? 'map' : 'model'
  if (type === 'string' && schema.format === 'date-time') return 'date'
  return type === 'integer' ? 'number' : String(type)
}

const kinds: Readonly<Record<string, string>> = {
  string: 'string',
  'string (uuid)': 'string',
  CommentType: 'string',
  datetime: 'date',
  decimal: 'number',
  'number (double)': 'number',
  int: 'number',
  'integer (int64)': 'number',
  bool: 'boolean',
  strings: 'map',
}

function kindOfType(type: string): string {
  const bare = type.replace(/\?$/, '')
  if (bare.endsWith('[]')) return `${kindOfType(bare.slice(0, -2))}[]`
  return kinds[bare] ?? 'model'
}
