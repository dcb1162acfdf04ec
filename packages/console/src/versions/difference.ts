/**
 * An entry of a list in which something changed, such as a line: `id` is what it was found by in
 * both versions.
 */
export type Item = { list: string; id: string; name: string | null }

/**
 * A field that differs: the names of the fields that lead to it, and what it had before and has
 * after. Null: nothing.
 */
export type FieldChange = { path: readonly string[]; before: Leaf; after: Leaf }

/** What a field has when it is no object: texts of lists are one. */
export type Leaf = string | number | boolean | null

/**
 * All that differs in the order itself, when `items` is empty, or in one entry of its lists, the
 * outermost first.
 */
export type ChangedPart = {
  items: readonly Item[]
  state: 'added' | 'removed' | 'changed'
  changes: readonly FieldChange[]
}

type Fields = Readonly<Record<string, unknown>>

/** What every write sets; the head of a version says it. */
const bookkeeping: ReadonlySet<string> = new Set(['modified', 'modifiedBy', 'versionId'])

/**
 * By which field the entries of a list are found again; `id` where nothing is said, and their
 * position where they have none.
 */
const idFields: Readonly<Record<string, readonly string[]>> = {
  lineItems: ['lineItemId'],
  shipments: ['shipmentId'],
  returnOrderForms: ['returnId'],
  lineItemReferences: ['lineItemId'],
  orderLineReferences: ['lineItemId'],
  components: ['componentId'],
  discounts: ['discountId'],
  orderLineDiscounts: ['discountId'],
  assets: ['assetId'],
  attachments: ['assetId'],
  properties: ['keyGroup', 'key'],
  returnCharges: ['key'],
  charges: ['code'],
  externalIds: ['providerName'],
  errors: ['key', 'referenceId', 'stepId'],
  orderStatusLog: ['timestamp'],
}

/** What people call an entry by; the first of these fields that it has. */
const nameFields = ['displayName', 'componentName', 'discountName', 'transactionType', 'reasonCode', 'fileName', 'code'] as const

/**
 * What differs between two versions of an order, by the part that it is in: first the order, then
 * the entries of its lists, in the order of the fields. Entries are matched by their ids, so that
 * one that moved in its list has not changed. What is null, absent or empty is all the same.
 */
export function diffVersions(before: object, after: object): ChangedPart[] {
  return changedParts([], { before: asFields(before), after: asFields(after) })
}

/** An entry, or the order itself, as it was in each of the versions; null where it is not. */
type Pair = { before: Fields | null; after: Fields | null }
/** A list that one of the versions has, with the entries of both. */
type ListPair = { list: string; before: readonly Fields[]; after: readonly Fields[] }
type EntryDifference = { changes: FieldChange[]; lists: ListPair[] }

function changedParts(items: readonly Item[], { before, after }: Pair): ChangedPart[] {
  const state = before === null ? 'added' : after === null ? 'removed' : 'changed'
  const { changes: all, lists } = compared([], before ?? {}, after ?? {})
  // What is new or gone has dozens of fields that say nothing.
  const changes = state === 'changed' ? all : all.filter((change) => Boolean(change.before) || Boolean(change.after))
  const own = state === 'changed' && changes.length === 0 ? [] : [{ items, state, changes } as const]
  return [...own, ...lists.flatMap((list) => partsOfList(items, list))]
}

function partsOfList(above: readonly Item[], { list, before, after }: ListPair): ChangedPart[] {
  const [older, newer] = [byId(list, before), byId(list, after)]
  return [...new Set([...older.keys(), ...newer.keys()])].flatMap((id) => {
    const pair = { before: older.get(id) ?? null, after: newer.get(id) ?? null }
    return changedParts([...above, { list, id, name: entryName(pair.after ?? pair.before ?? {}) }], pair)
  })
}

/** The fields that differ below a path, and the lists there, which are compared entry by entry. */
function compared(path: readonly string[], before: Fields, after: Fields): EntryDifference {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter((name) => !bookkeeping.has(name))
  const found = names.map((name) => comparedField([...path, name], before[name], after[name]))
  return { changes: found.flatMap(({ changes }) => changes), lists: found.flatMap(({ lists }) => lists) }
}

function comparedField(path: readonly string[], before: unknown, after: unknown): EntryDifference {
  if (isListOfObjects(before) || isListOfObjects(after)) {
    return { changes: [], lists: [{ list: path.at(-1) ?? '', before: asList(before), after: asList(after) }] }
  }
  if (isObject(before) || isObject(after)) return compared(path, asFields(before), asFields(after))
  const change = { path, before: toLeaf(before), after: toLeaf(after) }
  return { changes: change.before === change.after ? [] : [change], lists: [] }
}

/**
 * The entries of a list by id; several of one id, and those without one, also by their number among
 * their like.
 */
function byId(list: string, entries: readonly Fields[]): Map<string, Fields> {
  const found = new Map<string, Fields>()
  const counts = new Map<string, number>()
  for (const entry of entries) {
    const id = (idFields[list] ?? ['id']).flatMap((name) => toLeaf(entry[name]) ?? []).join(' ')
    const count = (counts.get(id) ?? 0) + 1
    counts.set(id, count)
    found.set(id === '' || count > 1 ? `${id} ${count}`.trim() : id, entry)
  }
  return found
}

function entryName(entry: Fields): string | null {
  const names = nameFields.map((name) => entry[name]).filter((name) => typeof name === 'string' && name !== '')
  return (names[0] as string | undefined) ?? null
}

function toLeaf(value: unknown): Leaf {
  if (Array.isArray(value)) return value.length === 0 ? null : value.map(String).join(', ')
  return typeof value === 'number' || typeof value === 'boolean' || (typeof value === 'string' && value !== '') ? value : null
}

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isListOfObjects(value: unknown): boolean {
  return Array.isArray(value) && value.some(isObject)
}

function asList(value: unknown): Fields[] {
  return Array.isArray(value) ? value.filter(isObject) : []
}

function asFields(value: unknown): Fields {
  return isObject(value) ? value : {}
}
