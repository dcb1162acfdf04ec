/** The property of a Pos order, and of a return, that names its register. */
export const REGISTER_PROPERTY = 'RegisterId'

/** A register of a store. */
export type RegisterPlace = { storeId: string; registerId: string }

/** The register that properties name; null when they name none. */
export function findRegister(properties: readonly { key?: string | null; value?: string | null }[]): string | null {
  return properties.find(({ key }) => key === REGISTER_PROPERTY)?.value || null
}
