// Own process: it starts the whole system.
import t from 'tap'
import { checkGeneratedClient } from './clients/generated-client.ts'
import { heyApi } from './clients/hey-api.ts'
import { openapiFetch } from './clients/openapi-fetch.ts'
import { swaggerTypescriptApi } from './clients/swagger-typescript-api.ts'
import { anySystem } from './shared-system.ts'

t.test('given the document of a running system, when clients are generated from it, then they compile and work', async (t) => {
  const { system } = await anySystem()
  for (const client of [openapiFetch, heyApi, swaggerTypescriptApi])
    await t.test(`given ${client.program}, when its calls are made, then each returns what its type says`, async (t) => {
      await checkGeneratedClient(t, system.gatewayUrl, client)
    })
})
