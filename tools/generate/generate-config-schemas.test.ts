import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { credentialsFile } from '@open-oms/contracts/config/access/credentials'
import type { ConfigFileContract } from '@open-oms/contracts/config/config-file'
import { tenantConfigFiles, tenantJsonFiles } from '@open-oms/contracts/config/tenant-config'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import t from 'tap'
import { configSchema } from './generate-config-schemas.ts'

const contracts = [...tenantJsonFiles, credentialsFile as ConfigFileContract]
const sample = (file: string) => JSON.parse(readFileSync(join(import.meta.dirname, '..', '..', 'config', file), 'utf8'))

/** The check that an editor makes; formats of our own say nothing to it. */
function compileCheck(contract: ConfigFileContract) {
  const ajv = new Ajv2020({ strict: false, allErrors: true, logger: false })
  addFormats.default(ajv as never)
  return ajv.compile(configSchema(contract))
}

for (const contract of contracts) {
  t.test(`given ${contract.file} of the sample tenant, when an editor checks it, then it is valid`, async (t) => {
    const isValid = compileCheck(contract)
    t.ok(isValid(sample(contract.file)), JSON.stringify(isValid.errors?.slice(0, 5)))
    t.notOk(isValid({ ...sample(contract.file), misspelt: true }), 'an unknown field is marked')
    t.equal(sample(contract.file).$schema, `./schemas/${contract.file.replace('.json', '.schema.json')}`)
  })
}

t.test('given a file that leaves out a field with a default, when an editor checks it, then it is valid', async (t) => {
  t.ok(compileCheck(tenantConfigFiles.settings as ConfigFileContract)({}))
})
