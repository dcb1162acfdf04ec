import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { callOms } from '../../testing/call-oms.ts'

const sampleFolder = join(import.meta.dirname, '../../../../../config')

/** The sample configuration in a folder of its own, with changed texts in its order types. */
function changedSample(test: Test, from: string, to: string): string {
  const folder = test.testdir()
  cpSync(sampleFolder, folder, { recursive: true })
  const file = join(folder, 'order-types.json')
  writeFileSync(file, readFileSync(file, 'utf8').replaceAll(`"name": "${from}"`, `"name": "${to}"`))
  return folder
}

t.test('given a folder with a fault, when it is checked, then the fault is written and the exit code is 1', async (t) => {
  t.match(await callOms(['config', 'check', sampleFolder, '--without-environment']), { code: 0, stdout: /0 errors/ })
  const { findings } = JSON.parse(
    (await callOms(['config', 'check', sampleFolder, '--without-environment', '--json'])).stdout,
  ) as { findings: { file: string }[] }
  t.match(
    findings.filter(({ file }) => file === 'markets.json'),
    [{ severity: 'warning', pointer: '/markets/3/language', reason: /no font .*Japanese \(Jpan\)/, remedy: /fallbackFonts/ }],
  )
  const broken = changedSample(t, 'BookShipment', 'BookShipments')
  const { code, stdout } = await callOms(['config', 'check', broken, '--without-environment', '--json'])
  t.equal(code, 1)
  const errors = JSON.parse(stdout).findings.filter(({ severity }: { severity: string }) => severity === 'error')
  t.match(errors, [{ file: 'order-types.json', line: Number, reason: /no step "BookShipments"/, remedy: /BookShipment/ }])
  t.equal((await callOms(['config', 'check', sampleFolder, '--strict'])).code, 1)
  t.equal((await callOms(['config', 'check', '/nowhere/at/all'])).code, 2)
})

t.test(
  'given two folders and no system, when they are compared, then changes are listed without counts, with a mapping',
  async (t) => {
    const next = changedSample(t, 'InTransit', 'OnTheWay')
    const mapping = join(next, 'mapping.json')
    const { code, stdout, stderr } = await callOms([
      'config',
      'diff',
      '--from',
      sampleFolder,
      '--to',
      next,
      '--write-mapping',
      mapping,
    ])
    t.equal(code, 0)
    t.match(stdout, /order-types\.json +Online: status "InTransit" is renamed to "OnTheWay"/)
    t.match(stderr, /Orders in flight are not counted/)
    t.match(stderr, /mapping\.json has 2 moves.*--reason/)
    const written = JSON.parse(readFileSync(mapping, 'utf8'))
    t.match(written, {
      moves: [
        { orderType: 'Online', status: 'InTransit', toStatus: 'OnTheWay' },
        { orderType: 'Replacement', status: 'InTransit' },
      ],
    })
    t.notOk('reason' in written)
    t.match(await callOms(['config', 'diff', '--to', '/nowhere/at/all']), { code: 2, stderr: /cannot be read/ })
    t.match(await callOms(['config', 'diff', '--from', sampleFolder, '--to', sampleFolder]), {
      code: 0,
      stdout: 'Nothing changes.\n',
    })
  },
)

t.test('given an invalid mapping, when orders are moved, then the command fails without a request', async (t) => {
  const folder = t.testdir({
    'none.json': '[',
    'empty.json': '{"moves":[],"reason":"x"}',
    'no-reason.json': '{"moves":[{"orderType":"A"}]}',
  })
  for (const name of ['none', 'empty', 'missing'])
    t.match(
      await callOms(['config', 'migrate', '--mapping', join(folder, `${name}.json`)]),
      { code: 2, stderr: /mapping|cannot be read/ },
      name,
    )
  const { stderr } = await callOms(['config', 'migrate', '--mapping', join(folder, 'no-reason.json')])
  t.match(stderr, /has no reason.*--reason/)
})

t.test('given no system of this machine, when a simulation is asked for, then it says where it can run', async (t) => {
  t.match(await callOms(['config', 'simulate', '--config', sampleFolder]), { code: 4 })
  const remote = { OMS_GATEWAY_URL: 'http://127.0.0.1:9', OMS_TOKEN: 'x' }
  const outcome = await callOms(['config', 'simulate', '--config', sampleFolder], { environment: remote })
  t.match(outcome, { code: 2, stderr: /simulate-configuration\.js/ })
})
