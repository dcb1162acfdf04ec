import { PassThrough } from 'node:stream'
import t from 'tap'
import { createOutput } from './output.ts'

const hostile = 'declined \u001b]52;c;x\u0007\u009b2J\nnext'

function written(isJson: boolean) {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()]
  const output = createOutput({ stdout, stderr } as never, isJson)
  output.result({ reason: hostile }, () => hostile)
  output.note(hostile)
  return { stdout: String(stdout.read()), stderr: String(stderr.read()) }
}

t.test('given a text with sequences for a terminal, when it is written, then the terminal gets none', async (t) => {
  t.match(written(false), {
    stdout: 'declined \ufffd]52;c;x\ufffd\ufffd2J\nnext\n',
    stderr: 'declined \ufffd]52;c;x\ufffd\ufffd2J\nnext\n',
  })
})

t.test('given such a text, when it is written as JSON, then it is escaped and read back unchanged', async (t) => {
  const { stdout } = written(true)
  t.same(JSON.parse(stdout), { reason: hostile })
  t.notMatch(stdout, /[^\P{Cc}\n]/u)
})
