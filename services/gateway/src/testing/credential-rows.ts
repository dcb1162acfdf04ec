import type { CredentialRow, CredentialRowWrite } from '@open-oms/contracts/gateway/credential-rows'
import Fastify from 'fastify'
import type { CredentialRows } from '../modules/credentials/credential-rows.ts'

/** Rows as orders-workflow keeps them, for gateways of tests that run without it. */
export function createRowsInMemory(): CredentialRows & { all: Map<string, CredentialRow> } {
  const all = new Map<string, CredentialRow>()
  return {
    all,
    read: async (name) => all.get(name) ?? null,
    async write(name, { keyId, sealed, version }) {
      if ((all.get(name)?.version ?? 0) !== version) return false
      all.set(name, { name, keyId, sealed, version: version + 1 })
      return true
    },
    listOthers: async (keyId, after) =>
      [...all.values()]
        .filter((row) => row.keyId !== keyId && row.name > after)
        .sort((one, other) => (one.name < other.name ? -1 : 1))
        .slice(0, 2),
  }
}

/** The same over HTTP, for a gateway that is started whole; its address. Closed with the test. */
export async function startRowServer(t: { teardown(fn: () => unknown): void }): Promise<string> {
  const rows = createRowsInMemory()
  const app = Fastify({ forceCloseConnections: true })
  const nameOf = (params: unknown) => (params as { name: string }).name
  app.get('/internal/Credentials/:name', async ({ params }) => ({ row: await rows.read(nameOf(params)) }))
  app.put('/internal/Credentials/:name', async ({ params, body }) => ({
    isWritten: await rows.write(nameOf(params), body as CredentialRowWrite),
  }))
  app.get('/internal/Credentials', async ({ query }) => {
    const { notSealedBy, after = '' } = query as { notSealedBy: string; after?: string }
    return { result: await rows.listOthers(notSealedBy, after) }
  })
  t.teardown(() => app.close())
  return app.listen({ port: 0, host: '127.0.0.1' })
}
