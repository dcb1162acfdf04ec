import type { GatewayConfig } from '../../environment.ts'
import { openFileMarks, removeFileMarks } from './file-marks.ts'
import type { RedisMarksOptions } from './redis-marks.ts'
import { createMemoryMarks, type SessionMarks } from './session-marks.ts'

type OpenMarks = { marks: SessionMarks; close(): void }

/**
 * Opens what keeps the ended sessions: Redis, whose client is loaded only where there is one; else
 * a file in the data folder; else the memory of this process, and then sessions end with it.
 */
export async function openMarks(
  { REDIS_URL: url, OMS_DATA_DIR: folder }: Pick<GatewayConfig, 'REDIS_URL' | 'OMS_DATA_DIR'>,
  lifetimeMs: number,
  log: RedisMarksOptions['log'],
): Promise<OpenMarks> {
  const nothingToClose = () => undefined
  if (url === undefined) {
    const marks = folder === undefined ? createMemoryMarks({ lifetimeMs }) : await openFileMarks(folder, { lifetimeMs })
    return { marks, close: nothingToClose }
  }
  if (folder !== undefined) await removeFileMarks(folder)
  const { createRedisMarks } = await import('./redis-marks.ts')
  const marks = createRedisMarks({ url, lifetimeMs, own: createMemoryMarks({ lifetimeMs }), log })
  return { marks, close: marks.close }
}
