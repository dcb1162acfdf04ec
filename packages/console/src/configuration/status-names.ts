/** The part of the configured names that is written in languages. */
export type Names = {
  orderTypes: readonly { statuses: readonly { displayName: string; displayNames: Readonly<Record<string, string>> }[] }[]
}

/** The names with those of statuses in a language, as far as the tenant has them. */
export function namesIn<T extends Names>(language: string, names: T): T {
  const [primary = ''] = language.split('-')
  const named = (status: Names['orderTypes'][number]['statuses'][number]) => {
    const displayName = status.displayNames[language] ?? status.displayNames[primary] ?? status.displayName
    return { ...status, displayName }
  }
  return { ...names, orderTypes: names.orderTypes.map((type) => ({ ...type, statuses: type.statuses.map(named) })) }
}

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
      names.set(statusKey(name, type.name), displayName)
      if (!names.has(statusKey(name))) names.set(statusKey(name), displayName)
    }
  }
  return (status, orderType) => names.get(statusKey(status, orderType)) ?? names.get(statusKey(status)) ?? status
}

function statusKey(status: string, orderType?: string): string {
  return JSON.stringify([status, orderType])
}
