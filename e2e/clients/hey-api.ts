import { join } from 'node:path'
import { createClient } from '@hey-api/openapi-ts'
import type { GeneratedClient } from './generated-client.ts'

/** Types and calls by @hey-api/openapi-ts. */
export const heyApi: GeneratedClient = {
  program: 'hey-api.ts',
  // Its files for calls, which are the same for every document, do not compile with
  // `exactOptionalPropertyTypes`.
  foreign: /^hey-api\/(client|core)\//,
  generate: (folder) =>
    createClient({
      input: join(folder, 'openapi.json'),
      output: { path: join(folder, 'hey-api'), module: { extension: '.ts' } },
      plugins: ['@hey-api/client-fetch', '@hey-api/typescript', '@hey-api/sdk'],
      logs: { level: 'silent' },
    }),
}
