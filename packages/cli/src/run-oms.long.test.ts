import t from 'tap'
import { callOms, callOmsProcess } from './testing/call-oms.ts'

t.test('given no system, when a command needs one, then it ends with 4 and says how to start or name one', async (t) => {
  const { code, stdout, stderr } = await callOmsProcess(['order', 'show', 'x'])
  t.equal(code, 4)
  t.equal(stdout, '')
  t.match(stderr, /No running system found.*npm start.*--profile/s)
})

t.test(
  'given a gateway that is not there, when --json is given, then standard error has one JSON document with code and remedy',
  async (t) => {
    const environment = { OMS_GATEWAY_URL: 'http://127.0.0.1:9', OMS_TOKEN: 'x' }
    const { code, stdout, stderr } = await callOms(['order', 'show', 'x', '--json'], { environment })
    t.equal(code, 4)
    t.equal(stdout, '')
    t.match(JSON.parse(stderr), {
      error: { code: 'Unreachable', exitCode: 4, message: /127\.0\.0\.1:9/, remedy: String, traceId: null },
    })
  },
)

t.test('given a wrong command line, when it is run, then it ends with 2, says what is wrong and does nothing', async (t) => {
  const wrong: [string[], RegExp][] = [
    [['nonsense'], /unknown command 'nonsense'/],
    [['help', 'nonsense'], /unknown command 'nonsense'/],
    [['help', 'order', 'nonsense'], /unknown command 'order nonsense'/],
    [['order', 'shwo'], /unknown command 'shwo'.*show/s],
    [['order', 'show'], /missing required argument 'order'/],
    [['order', 'show', 'x', '--nonsense'], /unknown option '--nonsense'/],
    [['order', 'show', 'x', '--profile', 'a', '--gateway', 'http://b'], /not both/],
    [['order', 'show', 'x', '--gateway', 'b'], /address of http/],
    [['order', 'show', 'x', '--profile', 'nobody'], /no profile "nobody"/],
  ]
  for (const [args, text] of wrong) {
    const { code, stdout, stderr } = await callOms(args)
    t.equal(code, 2, args.join(' '))
    t.equal(stdout, '')
    t.match(stderr, text)
  }
})

t.test('given help or the version, when it is asked for, then it is on standard output and it ends with 0', async (t) => {
  const help = await callOms(['order', 'show', '--help'])
  t.match(help, { code: 0, stdout: /Usage: oms order show.*--json.*--profile/s, stderr: '' })
  t.same(await callOms(['help', 'order', 'show']), help)
  t.match(await callOms(['help', 'order']), { code: 0, stdout: /Usage: oms order \[options\] \[command\]/, stderr: '' })
  t.same(await callOms(['help']), await callOms(['--help']))
  t.match(await callOmsProcess(['--version']), { code: 0, stdout: /^\d+\.\d+\.\d+/ })
})
