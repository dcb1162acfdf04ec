import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Teardown } from '@open-oms/service-kit/testing/test-database'

/** A folder of its own for a test, gone when the test ends. */
export async function testFolder(t: Teardown): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'oms-files-'))
  t.teardown(() => rm(folder, { recursive: true, force: true }))
  return folder
}
