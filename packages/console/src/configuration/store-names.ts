/** What people call a store; its id where no name is known. */
export type StoreNameOf = (storeId: string) => string

/** The names of stores. One that may mean another store, too, has the id beside it. */
export function storeNames(stores: readonly { id: string; name: string }[]): StoreNameOf {
  const counts = new Map<string, number>()
  for (const { id, name } of stores)
    for (const text of new Set([id.toLowerCase(), name.toLowerCase()])) counts.set(text, (counts.get(text) ?? 0) + 1)
  const isClear = (name: string) => counts.get(name.toLowerCase()) === 1
  const names = new Map(stores.map(({ id, name }) => [id, isClear(name) ? name : `${name} (${id})`]))
  return (storeId) => names.get(storeId) ?? storeId
}
