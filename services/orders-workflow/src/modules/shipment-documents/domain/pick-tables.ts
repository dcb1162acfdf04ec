import { type DocumentRow, type DocumentTable, documentRow } from '../../documents/domain/document-blocks.ts'
import { quantityText } from '../../documents/domain/document-goods.ts'
import { printable } from '../../documents/domain/document-text.ts'
import type { ListContext } from './list-context.ts'
import type { PickGroup } from './pick-groups.ts'

/** Shares in one small text, which is broken into lines between them. */
const SHARES_PER_DETAIL = 24
/** Keeps a name beside its quantity. */
const NO_BREAK = '\u00a0'
/** Characters of the small lines of one row: a row fits on a page. */
const DETAILS_MAX = 1_500

/** A table for each warehouse, in the order of the groups. */
export function pickTables(groups: readonly PickGroup[], context: ListContext): DocumentTable[] {
  const { words } = context
  const byWarehouse = Map.groupBy(groups, ({ warehouse }) => warehouse)
  const columns = [
    { kind: 'location', label: words.location },
    { kind: 'scan', label: words.code },
    { kind: 'name', label: words.name },
    { kind: 'quantity', label: words.toPick },
    { kind: 'check', label: words.picked },
  ] as const
  return [...byWarehouse].map(([warehouse, ofWarehouse]) => ({
    type: 'table',
    heading: warehouse === null ? null : printable(`${words.warehouse} ${warehouse}`),
    lines: [],
    columns,
    rows: ofWarehouse.flatMap((group) => toPickRows(group, context)),
    emptyText: words.noLines,
  }))
}

/** The row of a group; quantities of further orders follow in rows without a box. */
function toPickRows(group: PickGroup, context: ListContext): DocumentRow[] {
  const { location, code, name, quantity, unit, barcode } = group
  const [first = [], ...others] = splitDetails(groupDetails(group, context))
  const cells = [location, code, name, quantityText(quantity, { unit }, context), '']
  return [
    documentRow(cells, { details: first, ...(barcode === '' ? {} : { barcode }) }),
    ...others.map((details) => documentRow([location, code, '', ''], { details })),
  ]
}

function groupDetails({ details, shares, packages, remarks }: PickGroup, { words, format }: ListContext): string[] {
  const texts = shares.map(({ shipment, quantity }) => `${shipment}: ${format.quantity(quantity)}`.replaceAll(' ', NO_BREAK))
  const lines = Array.from({ length: Math.ceil(texts.length / SHARES_PER_DETAIL) }, (_, index) =>
    texts.slice(index * SHARES_PER_DETAIL, (index + 1) * SHARES_PER_DETAIL).join(`${NO_BREAK}· `),
  )
  const parts = packages.map(
    ({ shipment, name, quantity }) => `${shipment}: ${words.partOf} ${name}: ${format.quantity(quantity)}`,
  )
  return [...details, ...lines, ...parts, ...remarks]
}

function splitDetails(details: readonly string[]): string[][] {
  const portions: string[][] = []
  let length = DETAILS_MAX
  for (const detail of details) {
    if (length + detail.length > DETAILS_MAX) {
      portions.push([])
      length = 0
    }
    portions.at(-1)?.push(detail)
    length += detail.length
  }
  return portions
}
