import { readFile } from 'node:fs/promises'
import t from 'tap'

t.test('given what the package exports here, when it is published, then it exports the same', async (t) => {
  const { exports, publishConfig } = JSON.parse(await readFile(new URL('../package.json', import.meta.url), 'utf8'))
  const here = Object.entries(exports as Record<string, Record<string, string>>)
  // What only the tests of connectors use is not built.
  const built = here.filter(([name]) => !name.startsWith('./testing/'))
  t.same(
    Object.fromEntries(built.map(([name, { types, default: file }]) => [name, { types, default: file }])),
    publishConfig.exports,
  )
})
