import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ConfigCheck, ConfigFile, defineConfigFile } from '@open-oms/contracts/config/config-file'
import { Type } from '@sinclair/typebox'
import t, { type Test } from 'tap'
import { watchTenantConfig } from './watch-tenant-config.ts'

const list = (name: string) =>
  defineConfigFile({
    file: `${name}.json`,
    summary: '',
    schema: ConfigFile({ names: Type.Array(Type.String()) }, ''),
    read: ({ names }) => names,
  })
const files = { people: list('people'), stores: list('stores'), other: list('other') }
const checks: ConfigCheck[] = [
  {
    needs: ['people', 'stores'],
    find: ({ people, stores }: { people: string[]; stores: string[] }) =>
      people.length > stores.length ? [{ file: 'people.json', path: 'names', reason: 'too many', remedy: 'Fewer.' }] : [],
  },
]

const names = (...all: string[]) => JSON.stringify({ names: all })

/** A process that works by people and stores of a folder. */
async function start(t: Test, prepare: (directory: string) => Promise<void> = async () => undefined) {
  const directory = await mkdtemp(join(tmpdir(), 'oms-watch-'))
  t.teardown(() => rm(directory, { recursive: true }))
  const save = (name: string, text: string) => writeFile(join(directory, `${name}.json`), text)
  await save('people', names('file'))
  await save('stores', names('one', 'two'))
  await save('other', names())
  const silent = () => undefined
  const log = { info: silent, warn: silent, error: silent }
  const watch = await watchTenantConfig({ directory, files, checks, names: ['people', 'stores'], prepare }, log)
  t.teardown(() => watch.stop())
  return { save, watch }
}

t.test('when documents are taken over, then they count in place of files, and the rest stays of the folder', async (t) => {
  const { save, watch } = await start(t)
  t.equal(watch.knowsStored(), false)
  const { hash } = watch.state()
  t.equal(await watch.takeOver({ 'people.json': names('a', 'b') }), true)
  t.same([watch.current().people, watch.current().stores, watch.knowsStored()], [['a', 'b'], ['one', 'two'], true])
  t.not(watch.state().hash, hash)
  t.equal(watch.content().texts['people.json'], names('a', 'b'))
  await save('people', names('changed'))
  await save('stores', names('one', 'two', 'three'))
  t.equal(await watch.reload(), true)
  t.same([watch.current().people, watch.current().stores.length], [['a', 'b'], 3], 'a reload reads the folder below them')
  t.equal(await watch.takeOver({}), true)
  t.same(watch.current().people, ['changed'], 'nothing is stored any more')
})

t.test(
  'given something to prepare, when a process starts, then it is done before the files are read, and at no reload',
  async (t) => {
    const prepared: string[] = []
    const { watch } = await start(t, async (directory) => {
      prepared.push(directory)
      await writeFile(join(directory, 'people.json'), names('prepared'))
    })
    t.same(watch.current().people, ['prepared'])
    const first = prepared.length
    t.equal(await watch.reload(), true)
    t.equal(prepared.length, first, 'not at a reload')
  },
)

t.test('given nothing stored, when that is taken over, then it is known, and the files are as they were loaded', async (t) => {
  const { save, watch } = await start(t)
  await save('other', 'broken')
  t.equal(await watch.takeOver({}), true)
  t.same([watch.knowsStored(), watch.current().people], [true, ['file']])
})

t.test(
  'given documents that are refused, when they are taken over, then the last good ones stay until a reload fits',
  async (t) => {
    const { save, watch } = await start(t)
    await watch.takeOver({ 'people.json': names('a') })
    t.equal(await watch.takeOver({ 'people.json': names('a', 'b', 'c') }), false)
    t.same([watch.current().people, watch.state().isRefused, watch.knowsStored()], [['a'], true, true])
    await save('stores', names('one', 'two', 'three'))
    t.equal(await watch.reload(), true)
    t.same(watch.current().people, ['a', 'b', 'c'])
  },
)

t.test('given the first documents, when they are refused, then it is not known who counts', async (t) => {
  const { watch } = await start(t)
  t.equal(await watch.takeOver({ 'people.json': names('a', 'b', 'c') }), false)
  t.equal(watch.knowsStored(), false)
  t.equal(await watch.takeOver({ 'people.json': names('a') }), true)
  t.equal(watch.knowsStored(), true)
})

t.test('given a fault in a file of other services, when the first documents come, then they count as at a start', async (t) => {
  const { save, watch } = await start(t)
  await save('other', 'broken')
  t.equal(await watch.takeOver({ 'people.json': names('a') }), true)
  t.same(watch.current().people, ['a'])
  t.equal(await watch.takeOver({ 'people.json': names('b') }), false, 'later ones are refused as a reload is')
})
