import type { SystemDatabases } from '@open-oms/system/start/database-roles'

/** The same databases where another port leads to them. */
export function onPort(databases: SystemDatabases, port: number): SystemDatabases {
  const moved = Object.entries(databases).map(([kind, urls]) => [
    kind,
    Object.fromEntries(
      Object.entries(urls).map(([service, url]) => [service, Object.assign(new URL(url), { port: String(port) }).href]),
    ),
  ])
  return Object.fromEntries(moved)
}
