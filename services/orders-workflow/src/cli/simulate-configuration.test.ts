import { join } from 'node:path'
import { runCommand } from '@open-oms/service-kit/testing/run-command'
import t from 'tap'
import { simulateConfiguration } from './simulate-configuration.ts'

const sampleFolder = join(import.meta.dirname, '../../../../config')

// Port 1: nobody listens.
const environment = { DATABASE_URL: 'postgres://nobody:none@127.0.0.1:1/none' }
const simulate = (...args: string[]) => runCommand(simulateConfiguration, ['--from', sampleFolder, ...args], environment)

t.test('given a mapping that is missing or malformed, when a simulation begins, then it is a wrong command', async (t) => {
  const folder = t.testdir({ 'broken.json': '{ "moves": [', 'null.json': 'null', 'other.json': '{ "moves": 5 }' })
  for (const file of ['none.json', 'broken.json', 'null.json', 'other.json'])
    t.match(
      await simulate('--config', sampleFolder, '--mapping', join(folder, file)),
      { code: 2, errors: /^--mapping .*Usage:/s },
      file,
    )
})

t.test('given a database or a configuration that cannot be read, when a simulation begins, then it ends with 3', async (t) => {
  t.match(await simulate('--config', sampleFolder), { code: 3, output: '' })
  t.match(await simulate('--config', t.testdir({ 'settings.json': '{' })), { code: 3, output: '' })
})
