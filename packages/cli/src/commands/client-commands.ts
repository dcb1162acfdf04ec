import { Command } from '@commander-js/extra-typings'
import { searchAuditRecords } from '@open-oms/contracts/audit/routes'
import { getRunningConfiguration } from '@open-oms/contracts/orders/configuration/routes'
import type { DeclareCommand } from '../command.ts'
import { table } from '../output/table.ts'

/** A client as the running configuration shows it: what is left out has its default. */
type ShownClient = { clientId: string; roles: string[]; storeIds?: string[]; expiresAt?: string | null }

/**
 * `oms client list`: the API clients, and when each last got a token, as the audit log has it
 * (audit.md#acts). A token is good for an hour.
 */
const listClients: DeclareCommand = (run) =>
  new Command('list')
    .description('List the API clients, with when each last got a token: those that nobody uses any more can be removed')
    .action(() =>
      run(async ({ api, output }) => {
        const { files } = await api().call(getRunningConfiguration)
        const { apiClients } = files['api-clients.json'] as { apiClients: ShownClient[] }
        const clients: (Required<ShownClient> & { lastToken: string | null })[] = []
        for (const { clientId, roles, storeIds = [], expiresAt = null } of apiClients) {
          const query = { act: 'TokenIssued', actor: clientId, take: 1 } as const
          const { result } = await api().call(searchAuditRecords, { query })
          clients.push({ clientId, roles, storeIds, expiresAt, lastToken: result[0]?.time ?? null })
        }
        output.result({ clients }, () => {
          const rows = clients.map(({ clientId, roles, storeIds, expiresAt, lastToken }) => [
            clientId,
            roles.join(', '),
            storeIds.join(', ') || 'all',
            expiresAt ?? '',
            lastToken ?? 'never',
          ])
          return table(['Client', 'Roles', 'Stores', 'Expires', 'Last token'], rows)
        })
      }),
    )

/** `oms client …` */
export const clientCommands: readonly DeclareCommand[] = [listClients]
