type OrderTypes = readonly { name: string; statuses: readonly { name: string; displayName: string }[] }[]

/**
 * What people call a status; the status itself where nothing else is configured. Without a type,
 * the first type that has it counts.
 */
export type StatusNameOf = (status: string, orderType?: string) => string

/** The names of the statuses of order types. */
export function statusNames(orderTypes: OrderTypes): StatusNameOf {
  const names = new Map<string, string>()
  for (const type of orderTypes) {
    for (const { name, displayName } of type.statuses) {
      names.set(keyOf(name, type.name), displayName)
      if (!names.has(keyOf(name))) names.set(keyOf(name), displayName)
    }
  }
  return (status, orderType) => names.get(keyOf(status, orderType)) ?? names.get(keyOf(status)) ?? status
}

function keyOf(status: string, orderType?: string): string {
  return JSON.stringify([status, orderType])
}
