import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runCommand } from '@open-oms/service-kit/testing/run-command'
import t, { type Test } from 'tap'
import { checkConfiguration } from './check-configuration.ts'

const sampleFolder = join(import.meta.dirname, '../../../../config')

const check = (...args: string[]) => runCommand(checkConfiguration, args, {})

// biome-ignore lint/suspicious/noExplicitAny: the files are changed as a person would.
type Changes = Record<string, string | null | ((content: any) => void)>

/** The sample configuration in a folder of its own, with changed, replaced and removed files. */
function tenant(test: Test, changes: Changes): string {
  const directory = test.testdir()
  cpSync(sampleFolder, directory, { recursive: true })
  for (const [file, change] of Object.entries(changes)) {
    const path = join(directory, file)
    if (change === null) rmSync(path)
    else if (typeof change === 'string') writeFileSync(path, change)
    else {
      const content = JSON.parse(readFileSync(path, 'utf8'))
      change(content)
      writeFileSync(path, JSON.stringify(content, null, 2))
    }
  }
  return directory
}

t.test('given the sample configuration, when it is checked, then there is no error and strict counts its warnings', async (t) => {
  const plain = await check(sampleFolder, '--without-environment', '--json')
  t.equal(plain.code, 0)
  const { errors, findings } = JSON.parse(plain.output)
  t.equal(errors, 0)
  t.ok(
    findings.every(
      ({ severity, reason }: Record<string, string>) => severity === 'warning' && /demo (client|user)|no font/.test(reason ?? ''),
    ),
  )
  t.equal((await check(sampleFolder, '--strict')).code, 1)
  t.match(await check(sampleFolder), { code: 0, output: /SMTP_URL is not set[\s\S]*→ Set SMTP_URL[\s\S]*0 errors, \d+ warnings/ })
  t.match(await check(sampleFolder, '--production'), { code: 1, output: /^error {2}\S+api-clients\.json:\d+\n/ })
})

t.test(
  'given faults in several files, when the folder is checked, then each has file, pointer, line, reason and remedy',
  async (t) => {
    const directory = tenant(t, {
      'markets.json': (content) => {
        content.markets[0].currency = 'ZZZ'
      },
      'number-sequences.json': '{\n  "numberSequences": [\n    { "name": "Online", }\n  ]\n}\n',
      'tax-groups.json': null,
      'settings.json': (content) => {
        content.documents = { ...content.documents, logo: 'nowhere.png' }
      },
      'order-types.json': (content) => {
        content.orderTypes[0].orderStatuses[0].workflowSteps[0].properties = [{ key: 'Colour', value: 'red' }]
        content.orderTypes[0].orderStatuses[1].workflowSteps = [{ id: 'x', index: 1, name: 'capturepayments', connector: 'none' }]
      },
    })
    const { code, output } = await check(directory, '--json', '--without-environment')
    t.equal(code, 1)
    const { findings } = JSON.parse(output)
    const errors = findings.filter(({ severity }: { severity: string }) => severity === 'error')
    const at = '/orderTypes/0/orderStatuses'
    t.match(errors, [
      {
        file: 'markets.json',
        pointer: '/markets/0/currency',
        line: Number,
        reason: '"ZZZ" is not a currency of ISO 4217, such as NOK',
      },
      {
        file: 'order-types.json',
        pointer: `${at}/0/workflowSteps/0/properties/0/key`,
        reason: 'step "EnrichOrderFromProducts" has no property "Colour"',
        remedy: 'Remove it: the step takes none.',
      },
      { pointer: `${at}/1/workflowSteps/0/name`, reason: /there is no step/, remedy: /CapturePayments/ },
      { pointer: `${at}/1/workflowSteps/0/connector`, reason: '"none" is not the name of a connector', remedy: /manual, / },
      { file: 'number-sequences.json', pointer: '', line: 3, reason: /is not JSON/ },
      { file: 'tax-groups.json', pointer: '', line: null, reason: /there is no such file/ },
      { file: 'settings.json', pointer: '/documents/logo', line: Number, reason: /nowhere\.png does not exist/ },
    ])
    t.equal(errors.length, 7)
    const lines = readFileSync(join(directory, 'order-types.json'), 'utf8').split('\n')
    t.match(lines[errors[1].line - 1], '"key": "Colour"')
  },
)

t.test('given connectors whose variables are not set, when the folder is checked, then the environment decides', async (t) => {
  const directory = tenant(t, {
    'connectors.json': (content) => {
      const card = {
        id: 'card',
        name: 'card',
        kind: 'payment',
        type: 'http',
        url: 'https://pay.example',
        secretVariable: 'TEST_UNSET',
      }
      content.connectors.push(card)
    },
  })
  t.match(await check(directory), { code: 1, output: /connectors\.json:\d+\n {7}\/connectors\/4\/secretVariable\n/ })
  t.match(await check(directory, '--without-environment'), { code: 0, output: /uses connector "card"/ })
})

t.test('given a wrong command, when it runs, then it says why and ends with 2', async (t) => {
  t.match(await check('--help'), { code: 0, output: /^Usage: oms config check/ })
  t.match(await check('/nowhere/at/all'), { code: 2, errors: /There is no folder/ })
  t.match(await check('a', 'b'), { code: 2, errors: /One folder/ })
  t.match(await check('--colour'), { code: 2, errors: /Unknown option/ })
})
