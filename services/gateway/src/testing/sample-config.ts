import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Test } from 'tap'

export const sampleConfig = join(import.meta.dirname, '../../../../config')

type Clients = { apiClients: { clientId: string; secretHash: string; isDemo: boolean }[] }

/** A copy of the sample configuration whose API clients can be changed. */
export function copyConfig(t: Test) {
  const folder = t.testdir()
  cpSync(sampleConfig, folder, { recursive: true })
  const file = join(folder, 'api-clients.json')
  const change = (work: (content: Clients) => void) => {
    const content = JSON.parse(readFileSync(file, 'utf8')) as Clients
    work(content)
    writeFileSync(file, JSON.stringify(content))
  }
  return { folder, change }
}
