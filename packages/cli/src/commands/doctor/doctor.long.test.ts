// Shared process: a started system.
import { eventually } from '@open-oms/service-kit/testing/test-events'
import t from 'tap'
import { callOms } from '../../testing/call-oms.ts'
import { startedSystem } from '../../testing/started-system.ts'

type Result = {
  mustAct: boolean
  findings: { code: string; severity: string; part: string; remedy: string; page: string }[]
  parts: { name: string }[]
}

t.test('given a running system, when it is examined, then the doctor says how each part is', async (t) => {
  const { system, oms, remotely } = await startedSystem()

  t.test(
    'given that all is well, when the doctor examines it here and remotely, then it ends with 0 and names every part',
    async (t) => {
      const here = await oms(['doctor', '--json'])
      t.equal(here.code, 0, here.stdout)
      const { mustAct, findings, parts }: Result = JSON.parse(here.stdout)
      t.match([mustAct, findings], [false, { length: 0 }])
      t.same(parts.map(({ name }) => name).sort(), [
        'accounting-read',
        'catalog-assets',
        'database of accounting-read',
        'database of catalog-assets',
        'database of orders-workflow',
        'disk',
        'gateway',
        'nats',
        'orders-workflow',
        'workflow',
      ])
      const remote: Result = JSON.parse((await remotely(['doctor', '--json'])).stdout)
      t.same(
        remote.parts.map(({ name }) => name),
        ['gateway', 'workflow'],
      )
      t.match(await oms(['doctor']), { code: 0, stdout: /gateway +ok +status ready, version \d.*All is well/s })
    },
  )

  t.test(
    'given a client that may not read orders, when the doctor examines it, then that is a warning and the rest is examined',
    async (t) => {
      const { code, stdout } = await remotely(['doctor', '--json'], { OMS_CLIENT_SECRET: 'wrong' })
      t.equal(code, 0)
      t.match(JSON.parse(stdout).findings, [{ severity: 'Watch', code: 'InvalidCredentials', part: 'workflow' }])
    },
  )

  t.test(
    'given a service that has stopped, when the doctor examines it, then it ends with 1 and says what to do, by which page',
    async (t) => {
      const { 'accounting-read': service } = system.services
      await service.stop()
      t.teardown(() => service.start())
      const isNoticed = async () => (await fetch(`${system.gatewayUrl}/health/ready`)).status === 503
      await eventually(isNoticed, 'the gateway has noticed it')
      const { code, stdout } = await oms(['doctor', '--json'])
      t.equal(code, 1)
      const { mustAct, findings }: Result = JSON.parse(stdout)
      t.equal(mustAct, true)
      t.match(
        findings.map((finding) => [finding.code, finding.part]),
        [
          ['NotReady', 'gateway'],
          ['PartUnreachable', 'accounting-read'],
        ],
      )
      for (const { remedy, page } of findings) t.match([remedy, page], [/\w/, /^docs\/how-to\/.*\.md$/])
    },
  )
})

t.test('given a gateway that is not there, when the doctor examines it, then that is what it finds', async (t) => {
  const environment = { OMS_GATEWAY_URL: 'http://127.0.0.1:9', OMS_TOKEN: 'x' }
  const { code, stdout } = await callOms(['doctor', '--json'], { environment })
  t.equal(code, 1)
  t.match(JSON.parse(stdout).findings, [
    { code: 'PartUnreachable', part: 'gateway' },
    { code: 'Unreachable', part: 'workflow' },
  ])
})
