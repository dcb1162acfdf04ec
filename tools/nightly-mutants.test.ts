import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '@open-oms/system/root'
import t from 'tap'
import { fields } from './mutants/fields.ts'

const workflow = readFileSync(join(root, '.github/workflows/ci.yml'), 'utf8')

t.test('given the files of a field, when the nightly run is compared with them, then each is in one of its parts', async (t) => {
  for (const [name, { sources, scoreMins = {} }] of Object.entries(fields)) {
    const runs = [...workflow.matchAll(new RegExp(`^ +- ${name}(?: (\\S+))?$`, 'gm'))]
    const parts = runs.map(([, part = '']) => part)
    const files = globSync(`${sources}/**/*.ts`, { cwd: root }).filter((file) => !file.endsWith('.test.ts'))
    t.ok(files.length > 0, name)
    const folder = sources.split('/').at(-1)
    const left = files.filter((file) => !parts.some((part) => file.includes(`/${folder}/${part}`)))
    t.same(left, [], name)
    for (const part of Object.keys(scoreMins)) t.ok(parts.includes(part), `${name} ${part}`)
  }
})
