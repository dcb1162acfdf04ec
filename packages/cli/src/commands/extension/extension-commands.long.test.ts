import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { root } from '@oms/system/root'
import t, { type Test } from 'tap'
import { callOms } from '../../testing/call-oms.ts'

const run = promisify(execFile)
const bin = join(root, 'node_modules', '.bin')

async function temporaryFolder(t: Test): Promise<string> {
  const folder = await mkdtemp(join(await realpath(tmpdir()), 'oms-extension-'))
  t.teardown(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** The package as it is published, and the one that it needs. */
async function packed(to: string): Promise<string[]> {
  const released = join(to, 'released')
  await run(process.execPath, ['--conditions=development', join(root, 'tools', 'pack.ts'), '--to', released, '@open-oms/extend'])
  const typebox = await realpath(join(root, 'packages', 'extend', 'node_modules', '@sinclair', 'typebox'))
  // Equal files of an installed package are one; npm leaves out what an archive has as a link.
  await run('tar', ['--hard-dereference', '-czf', join(to, 'typebox.tgz'), '-C', dirname(typebox), 'typebox'])
  const [archive = ''] = await readdir(join(released, 'npm'))
  return [join(released, 'npm', archive), join(to, 'typebox.tgz')]
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
  const archives = await packed(parent)
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', ...archives], { cwd: folder })
  const environment = { ...process.env, NODE_OPTIONS: '', NODE_TEST_CONTEXT: undefined }
  const { stdout } = await run(process.execPath, ['--test', '--test-reporter=tap'], { cwd: folder, env: environment })
  t.match(stdout, /# pass 2\n# fail 0/)
  await t.resolves(run(join(bin, 'tsc'), ['--typeRoots', join(root, 'node_modules', '@types')], { cwd: folder }))
})

t.test('given a name that will not do or is taken, when an extension is made, then nothing is written', async (t) => {
  const parent = await temporaryFolder(t)
  await mkdir(join(parent, 'taken'))
  for (const name of ['taken', '../out', 'Loyalty', 'a--b', '1st', '', 'x'.repeat(51), '.'])
    t.match(await callOms(['extension', 'new', name, '--in', parent]), { code: 2 }, name)
  t.same(await readdir(parent), ['taken'])
  t.same(await readdir(join(parent, 'taken')), [])
  t.match(await callOms(['extension', 'new', 'loyalty', '--in', '/dev/null']), { code: 2, stderr: /is no folder/ })
})
