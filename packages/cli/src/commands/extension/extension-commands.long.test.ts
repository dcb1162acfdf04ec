import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { root } from '@open-oms/system/root'
import { bin, installPacked } from '@open-oms/system/testing/packed-packages'
import t, { type Test } from 'tap'
import { callOms } from '../../testing/call-oms.ts'

const run = promisify(execFile)

async function temporaryFolder(t: Test): Promise<string> {
  const folder = await mkdtemp(join(await realpath(tmpdir()), 'oms-extension-'))
  t.teardown(() => rm(folder, { recursive: true, force: true }))
  return folder
}

t.test('given a name, when an extension is made outside of the repository, then its test and its types pass', async (t) => {
  const parent = await temporaryFolder(t)
  const made = await callOms(['extension', 'new', 'loyalty-points', '--in', parent, '--json'])
  t.equal(made.code, 0, made.stderr)
  const folder = join(parent, 'loyalty-points')
  t.match(JSON.parse(made.stdout), { name: 'loyalty-points', folder, step: 'AddLoyaltyPointsTag' })
  const manifest = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'))
  // Those are fetched from a registry.
  await writeFile(join(folder, 'package.json'), JSON.stringify({ ...manifest, devDependencies: {} }))
  await installPacked(folder, parent)
  const environment = { ...process.env, NODE_OPTIONS: '', NODE_TEST_CONTEXT: undefined }
  const { stdout } = await run(process.execPath, ['--test', '--test-reporter=tap'], { cwd: folder, env: environment })
  t.match(stdout, /# pass 2\n# fail 0/)
  await t.resolves(run(join(bin, 'tsc'), ['--typeRoots', join(root, 'node_modules', '@types')], { cwd: folder }))
})

t.test('given an invalid or taken name, when an extension is made, then nothing is written', async (t) => {
  const parent = await temporaryFolder(t)
  await mkdir(join(parent, 'taken'))
  for (const name of ['taken', '../out', 'Loyalty', 'a--b', '1st', '', 'x'.repeat(51), '.'])
    t.match(await callOms(['extension', 'new', name, '--in', parent]), { code: 2 }, name)
  t.same(await readdir(parent), ['taken'])
  t.same(await readdir(join(parent, 'taken')), [])
  t.match(await callOms(['extension', 'new', 'loyalty', '--in', '/dev/null']), { code: 2, stderr: /is no folder/ })
})
