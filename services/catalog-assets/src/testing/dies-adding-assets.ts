import { randomUUIDv7 } from 'node:crypto'
import { createDatabase } from '@oms/service-kit/database/database'
import { createLogger } from '@oms/service-kit/observability/logger'
import type { Deps } from '../deps/deps.ts'
import { readFetchAllow } from '../modules/incoming-files/fetch-allow.ts'
import { addProductAssets } from '../modules/product-assets/add-product-assets.ts'
import { fsStore } from '../modules/storage/fs-store.ts'

// A process for tests to kill while it replaces an asset. It stops and says so when the file is
// stored and no row refers to it (`stored`), when the rows are written and not committed
// (`written`), or when they are and the old file is still there (`committed`).
const [, , point, databaseUrl = '', storeFolder = '', incomingFolder = '', externalUrl = ''] = process.argv
const database = createDatabase({ url: databaseUrl, log: createLogger({ service: 'test', level: 'silent' }) })
const store = fsStore(storeFolder)

async function stopAt(reached: string): Promise<void> {
  if (reached !== point) return
  process.stdout.write(`${reached}\n`)
  await new Promise<never>(() => setInterval(() => undefined, 1_000))
}

let isStored = false
const deps: Deps = {
  ...database,
  reading: database,
  inTransaction: (work) =>
    database.inTransaction(async (tx) => {
      if (isStored) await stopAt('stored')
      const result = await work(tx)
      if (isStored) await stopAt('written')
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
const asset = { assetId: 'front', externalUrl }
await addProductAssets(deps, { code: 'cup', inputs: [asset], ifMatch: null, actor: 'test', correlationId: 'test', record })
await stopAt('committed')
