import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { eventually } from '@open-oms/service-kit/testing/test-events'
import t from 'tap'
import { openLogs } from './logs.ts'

t.test('given lines of processes, then each has its file, and wanted messages and errors are known', async (t) => {
  const logs = openLogs(join(t.testdir(), 'logs'), ['built'])
  const line = (level: string, msg: string) => JSON.stringify({ level, msg })
  logs.write('orders 1', 'no record')
  logs.write('orders 1', line('info', 'built'))
  logs.write('orders 2', line('error', 'failed'))
  logs.write('orders 1', line('error', 'failed'))
  logs.write('orders 2', line('error', 'failed once'))
  logs.write('orders 2', line('info', 'something else'))
  t.match(logs.withMessage('built'), [{ source: 'orders 1', msg: 'built' }])
  t.same(logs.errors(), [
    ['orders: failed', 2],
    ['orders: failed once', 1],
  ])
  logs.close()
  const file = join(logs.folder, 'orders-1.log')
  const lineCount = () => readFileSync(file, 'utf8').split('\n').length - 1
  await eventually(async () => existsSync(file) && lineCount() === 3, 'the file is written')
})
