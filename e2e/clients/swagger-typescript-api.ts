import { join } from 'node:path'
import { generateApi } from 'swagger-typescript-api'
import type { GeneratedClient } from './generated-client.ts'

/** One file with types and calls by swagger-typescript-api. */
export const swaggerTypescriptApi: GeneratedClient = {
  program: 'swagger-typescript-api.ts',
  generate: (folder) => generateApi({ input: join(folder, 'openapi.json'), output: folder, fileName: 'api.ts', silent: true }),
}
