import type { RouteContract } from '@open-oms/contracts/route'
import fp from 'fastify-plugin'
import type { AuditTrail } from '../audit/audit-trail.ts'
import type { QueryRunner } from '../database/database.ts'
import type { MetricsRegistry } from '../observability/metrics.ts'

/** What the parts of one server know of each other, found at `app.kit`. */
export type ServerState = {
  /**
   * Where files that clients send are kept while their request is handled; null where no route
   * takes any.
   */
  uploadFolder: string | null
  /** What the addresses of stored files begin with for clients; null where no response has any. */
  publicBase: string | null
  /** What routes read from that may read from a standby; null where there is none. */
  standby: QueryRunner | null
  /** Where the server counts and shows gauges; null where nothing is measured. */
  metrics: MetricsRegistry | null
  /** Where the server records what the audit log has; null where it does not. */
  audit: AuditTrail | null
  /** Every contract on this server, in the order of registration. */
  contracts: RouteContract[]
  /** True once the process is asked to stop: readiness is refused from then on. */
  isStopping: boolean
}

declare module 'fastify' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: only an interface merges with Fastify's own.
  interface FastifyContextConfig {
    /**
     * Of a body that may have fields of any name: those, in lower case, in which addresses of
     * stored files lose the public base.
     */
    membersWithAddresses?: ReadonlySet<string>
    /** Of a route whose responses continue for as long as the client listens. */
    isStream?: boolean
  }
  // biome-ignore lint/style/useConsistentTypeDefinitions: only an interface merges with Fastify's own.
  interface FastifyInstance {
    kit: ServerState
  }
  // biome-ignore lint/style/useConsistentTypeDefinitions: only an interface merges with Fastify's own.
  interface FastifyRequest {
    /** The trace that the request belongs to, else its request id. */
    traceId: string
  }
}

/** Puts the state on the server. */
export const serverState = fp<Omit<ServerState, 'contracts' | 'isStopping'>>(
  async (app, given) => {
    app.decorate('kit', { ...given, contracts: [], isStopping: false })
  },
  { name: 'server-state', fastify: '5.x' },
)
