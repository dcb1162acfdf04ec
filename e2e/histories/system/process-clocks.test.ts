import { execFile } from 'node:child_process'
import process from 'node:process'
import { promisify } from 'node:util'
import t from 'tap'
import { openClocks } from './process-clocks.ts'

const run = promisify(execFile)
const program = 'console.log(Date.now(), performance.now())'

t.test('given a clock that is moved, then the process has that time; where nothing moves clocks, there are none', async (t) => {
  const clocks = await openClocks(t.testdir())
  if (clocks === null) {
    t.equal(process.env.OMS_FAKETIME, undefined)
    return
  }
  for (const seconds of [90, -90, 0]) {
    await clocks.move('gateway 1', seconds)
    const environment = { ...process.env, ...clocks.environment('gateway 1') }
    const before = Date.now()
    const { stdout } = await run(process.execPath, ['-e', program], { env: environment })
    const said = Number(stdout.split(' ')[0]) - seconds * 1_000
    t.ok(said >= before - 1 && said <= Date.now() + 1, `${seconds} s`)
  }
})
