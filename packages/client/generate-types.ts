/**
 * Writes the types of the interface to src/generated: those of the OpenAPI document of all
 * services, and the error codes. They are not committed
 * (docs/explanation/adr/0080-write-the-core-of-the-client.md): checking types and building need
 * them, running does not.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { accountingRoutes } from '@open-oms/contracts/accounting/routes'
import { catalogRoutes } from '@open-oms/contracts/catalog/routes'
import { errorStatus } from '@open-oms/contracts/errors'
import { getOpenApiDocument, healthRoutes, tokenRoutes } from '@open-oms/contracts/gateway/routes'
import { sessionRoutes } from '@open-oms/contracts/gateway/session-routes'
import { orderRoutes } from '@open-oms/contracts/orders/routes/order-routes'
import { productVersion } from '@open-oms/contracts/version'
import { openApiDocument } from '@open-oms/service-kit/openapi/openapi-document'
import openapiTS, { astToString } from 'openapi-typescript'

const folder = join(import.meta.dirname, 'src', 'generated')

/** Files that are as they should be keep their time, so that nothing is built again for them. */
async function write(name: string, text: string): Promise<void> {
  const path = join(folder, name)
  if ((await readFile(path, 'utf8').catch(() => null)) === text) return
  await mkdir(folder, { recursive: true })
  await writeFile(path, text)
  process.stdout.write(`packages/client/src/generated/${name}\n`)
}

const document = openApiDocument({
  title: 'Open order management',
  version: productVersion,
  contracts: [
    ...catalogRoutes,
    ...orderRoutes,
    ...accountingRoutes,
    ...tokenRoutes,
    ...sessionRoutes,
    getOpenApiDocument,
    ...healthRoutes,
  ],
})
// The generator's types know an older form of OpenAPI than the document is in; it reads this one.
// A field with a default may be left out.
const nodes = await openapiTS(document as unknown as Parameters<typeof openapiTS>[0], { defaultNonNullable: false })
await write('openapi.ts', astToString(nodes))

const codes = Object.keys(errorStatus).map((code) => `  | '${code}'\n`)
await write(
  'error-codes.ts',
  `/** The codes of errors that the API responds with. */\nexport type ErrorCode =\n${codes.join('')}`,
)
