import { DomainError } from '@oms/contracts/errors'
import type { Log } from '@oms/service-kit/database/database'
import type { FileStore } from './file-store.ts'

/**
 * Looks at the start whether the store can be used. One that is away for the moment is no reason not to start: what needs no file is
 * served all the same. What only somebody can put right, such as a bucket that is not there, is one.
 */
export async function checkStore(store: FileStore, log: Log): Promise<void> {
  try {
    await store.check()
    log.info({ store: store.name }, 'the file store can be used')
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    log.warn({ err: error.cause, store: store.name }, 'the file store cannot be reached; requests that need a file get 503')
  }
}
