import { randomUUIDv7 } from 'node:crypto'
import { createDatabase } from '@open-oms/service-kit/database/database'
import { createLogger } from '@open-oms/service-kit/observability/logger'
import { killAtCall } from '@open-oms/service-kit/testing/crash/dying'
import type { Deps } from '../deps.ts'
import { readFetchAllow } from '../modules/incoming-files/fetch-allow.ts'
import { addProductAssets } from '../modules/product-assets/add-product-assets.ts'
import { fsStore } from '../modules/storage/fs-store.ts'

// A process that replaces assets and is killed, as by a power cut, when each is at its point: the
// file is stored and no row refers to it (`stored`), the rows are written and not committed
// (`written`), or they are and the old file is still there (`committed`).
type Replacement = { point: 'stored' | 'written' | 'committed'; code: string; assetId: string; externalUrl: string }
const [databaseUrl = '', storeFolder = '', incomingFolder = '', given = '[]'] = process.argv.slice(2)
const replacements: Replacement[] = JSON.parse(given)
const database = createDatabase({ url: databaseUrl, log: createLogger({ service: 'test', level: 'silent' }) })
const store = fsStore(storeFolder)
const die = killAtCall(replacements.length)

async function replace({ point, code, assetId, externalUrl }: Replacement): Promise<void> {
  let isStored = false
  const deps: Deps = {
    ...database,
    reading: database,
    inTransaction: (work) =>
      database.inTransaction(async (tx) => {
        if (isStored && point === 'stored') await die()
        const result = await work(tx)
        if (isStored && point === 'written') await die()
        return result
      }),
    store: {
      ...store,
      put: async (key, file) => {
        await store.put(key, file)
        isStored = true
      },
    },
    fetchAllow: readFetchAllow(['127.0.0.0/8']),
    incomingFolder,
    config: () => {
      throw new Error('not needed')
    },
    now: () => new Date(),
    newId: randomUUIDv7,
  }
  const record = () => Promise.resolve()
  const inputs = [{ assetId, externalUrl }]
  await addProductAssets(deps, { code, inputs, ifMatch: null, actor: 'test', correlationId: 'test', record })
  if (point !== 'committed') throw new Error(`It did not reach the point "${point}".`)
  await die()
}

await Promise.all(replacements.map(replace))
