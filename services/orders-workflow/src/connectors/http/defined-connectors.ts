import { problemIn } from '@open-oms/contracts/config/checks/find-problems'
import type { ConfigProblem } from '@open-oms/contracts/config/config-file'
import { type Connectors, connectorsFile } from '@open-oms/contracts/config/connectors'
import type { DefinedConnector } from '@open-oms/extend/connector'

export type ExtensionConnector = DefinedConnector<'payment' | 'shipping'>

/** The connectors of the extensions that this process has loaded, by name. */
const defined = new Map<string, ExtensionConnector>()

/** The first name that is taken already; null when all are free. */
export function takenConnector(connectors: readonly ExtensionConnector[]): string | null {
  const names = connectors.map(({ name }) => name)
  return names.find((name, index) => defined.has(name) || names.indexOf(name) < index) ?? null
}

/**
 * Lets the configuration name connectors of an extension (connectors.md#connectors-of-extensions).
 */
export function addConnectors(connectors: readonly ExtensionConnector[]): void {
  for (const connector of connectors) defined.set(connector.name, connector)
}

/** The connector of an extension by its name; undefined: this process has none. */
export function definedConnector(name: string): ExtensionConnector | undefined {
  return defined.get(name)
}

/** Active connectors of type `extension` that no loaded extension defines. */
export function findUndefinedConnectors({ connectors }: Pick<Connectors, 'connectors'>): ConfigProblem[] {
  return connectors.flatMap(({ name, kind, type, active }, index) => {
    if (!active || type !== 'extension' || defined.get(name)?.kind === kind) return []
    const names = [...defined.values()].filter((one) => one.kind === kind).map((one) => one.name)
    const remedy =
      names.length === 0 ? 'Name its extension in extensions.json, and restart the process.' : `Name one of ${names.join(', ')}.`
    return [problemIn(connectorsFile.file)(`connectors[${index}].name`, `no extension has a ${kind} connector "${name}"`, remedy)]
  })
}
