import type { DefinedConnector } from '@open-oms/extend/connector'

export type ExtensionConnector = DefinedConnector<'payment' | 'shipping'>

/** The connectors of the extensions that this process has loaded, by name. */
const defined = new Map<string, ExtensionConnector>()

/** The first name that is taken already; null when all are free. */
export function takenConnector(connectors: readonly ExtensionConnector[]): string | null {
  const names = connectors.map(({ name }) => name)
  return names.find((name, index) => defined.has(name) || names.indexOf(name) < index) ?? null
}

/** Lets the configuration name connectors of an extension (connectors.md#connectors-of-extensions). */
export function addConnectors(connectors: readonly ExtensionConnector[]): void {
  for (const connector of connectors) defined.set(connector.name, connector)
}

/** The connector of an extension by its name; undefined: this process has none. */
export function definedConnector(name: string): ExtensionConnector | undefined {
  return defined.get(name)
}

/** The names of all of a kind. */
export function definedConnectors(kind: string): string[] {
  return [...defined.values()].filter((connector) => connector.kind === kind).map(({ name }) => name)
}
