import { randomUUIDv7 } from 'node:crypto'
import { createDatabase } from '@open-oms/service-kit/database/database'
import { createLogger } from '@open-oms/service-kit/observability/logger'
import { fsStore } from '../modules/storage/fs-store.ts'
import { removeReleased } from '../modules/storage/maintain-files.ts'
import { storeFile } from '../modules/storage/store-file.ts'
import { sampleImage } from './sample-files.ts'

// A process for tests to kill. `store`: stores a file and gets no further. `remove`: removes
// released files, but gets no further than their rows. It says so on its standard output.
const [, , role, url = '', storeFolder = '', incoming = ''] = process.argv
const database = createDatabase({ url, log: createLogger({ service: 'test', level: 'silent' }) })
const store = fsStore(storeFolder)
const forever = () => new Promise<never>(() => setInterval(() => undefined, 1_000))
const say = (text: string) => process.stdout.write(`${text}\n`)

if (role === 'store') {
  const held = await storeFile({ ...database, store, newId: randomUUIDv7 }, await sampleImage(incoming, 'of a dead process'))
  say(held.sha256)
  await forever()
}

const stopping = {
  ...store,
  remove: async (key: string) => {
    say(key)
    await forever()
  },
}
await removeReleased({ ...database, store: stopping })
