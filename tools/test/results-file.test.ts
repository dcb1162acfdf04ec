import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import t from 'tap'
import { lastResults, resultsFile } from './results-file.ts'
import { emptyFileResult } from './tally.ts'

t.test('finds the last results of every package', async (t) => {
  const root = t.testdir({})
  t.same(lastResults(root), [])
  const results = ['packages/money', 'services/gateway', 'tools', 'e2e'].map((folder) => {
    const result = { ...emptyFileResult(`${folder}/a.test.ts`), cpuMs: 10 }
    const file = resultsFile(join(root, folder))
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, JSON.stringify([result]))
    return result
  })
  const byFile = (one: { file: string }, other: { file: string }) => one.file.localeCompare(other.file)
  t.same(lastResults(root).sort(byFile), results.sort(byFile))
})
