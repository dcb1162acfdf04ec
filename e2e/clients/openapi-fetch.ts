import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import openapiTypescript, { astToString } from 'openapi-typescript'
import type { GeneratedClient } from './generated-client.ts'

/** Types by openapi-typescript, calls by openapi-fetch. */
export const openapiFetch: GeneratedClient = {
  program: 'openapi-fetch.ts',
  async generate(folder) {
    // What has a default may be left out of a request.
    const types = await openapiTypescript(pathToFileURL(join(folder, 'openapi.json')), { defaultNonNullable: false })
    await writeFile(join(folder, 'document.ts'), astToString(types))
  },
}
