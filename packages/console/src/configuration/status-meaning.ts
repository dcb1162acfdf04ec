/** The statuses of an order type by what entering them means. */
export type StatusMeaning = { delivered: readonly string[]; canceled: readonly string[] }

/** What is known of a type that is not configured. */
export const unknownMeaning: StatusMeaning = { delivered: [], canceled: [] }

type StatusFile = { name: string; isDeliveredStatus?: boolean; isCanceledStatus?: boolean }

/** Reads the meaning from the file of the order types. */
export function meaningOf(file: unknown, orderType: string): StatusMeaning {
  const types = (file as { orderTypes?: { name: string; orderStatuses: StatusFile[] }[] } | undefined)?.orderTypes ?? []
  const statuses = types.find(({ name }) => name === orderType)?.orderStatuses
  if (statuses === undefined) return unknownMeaning
  const namesOf = (has: (status: StatusFile) => boolean) => statuses.filter(has).map(({ name }) => name)
  return {
    delivered: namesOf(({ isDeliveredStatus }) => isDeliveredStatus === true),
    canceled: namesOf(({ isCanceledStatus }) => isCanceledStatus === true),
  }
}

/** The status that a form begins with: the first that means what is done and is allowed; none when the person has to choose. */
export function firstAllowed(meant: readonly string[], allowed: readonly string[]): string {
  return meant.find((status) => allowed.includes(status)) ?? ''
}
