import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildConfigSet } from '@open-oms/contracts/config/differences/config-set'
import { diffConfigs } from '@open-oms/contracts/config/differences/diff-configs'
import { tenantJsonFiles } from '@open-oms/contracts/config/tenant-config'
import { withoutSecrets } from '@open-oms/service-kit/config/without-secrets'
import t from 'tap'
import { writeConfigFiles } from './config-commands.ts'
import { readConfigSet } from './diff-config.ts'

const sample = join(import.meta.dirname, '../../../../../config')

/** What the running system says of the sample configuration. */
async function running(): Promise<Record<string, unknown>> {
  const json = tenantJsonFiles.map(({ file, schema }) => {
    return [file, withoutSecrets(JSON.parse(readFileSync(join(sample, file), 'utf8')), schema)]
  })
  const texts = (await readConfigSet(sample)).templates.map(({ path, text }) => [path, text])
  return Object.fromEntries([...json, ...texts])
}

t.test('given the folder that a system runs with, when it is compared with what runs, then nothing changes', async (t) => {
  t.same(diffConfigs(buildConfigSet(await running()), await readConfigSet(sample)).changes, [])
})

t.test('given what runs, when its files are written, then they are a configuration with its templates', async (t) => {
  const folder = t.testdir()
  const files = await running()
  t.ok(Object.keys(files).some((file) => file.startsWith('templates/')))
  await writeConfigFiles(folder, files)
  for (const [file, content] of Object.entries(files)) {
    const text = readFileSync(join(folder, file), 'utf8')
    t.same(typeof content === 'string' ? text : JSON.parse(text), content, file)
  }
  for (const file of ['../up.json', '/etc/up.json', 'templates/../../up.liquid'])
    await t.rejects(writeConfigFiles(folder, { [file]: '' }), { message: /is not a configuration file/ }, file)
})
