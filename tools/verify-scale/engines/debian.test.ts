import t from 'tap'
import { openDebian } from './debian.ts'

t.test('given a folder without the engines, when it is opened, then the error says what is missing and how to get it', (t) => {
  const folder = t.testdir({ usr: { bin: { etcd: '', patroni: '' }, lib: { postgresql: { 15: {} } } } })
  const open = () => openDebian(folder, () => undefined)
  t.throws(open, { message: /\/usr\/sbin\/haproxy, \/usr\/sbin\/pgbouncer.* is missing/ })
  t.throws(open, { message: /apt-get install .*patroni.*\n.*\n.*debootstrap .* FOLDER/ })
  t.end()
})

t.test('given a PostgreSQL that is too old, when the folder is opened, then the error names the version that is needed', (t) => {
  const bin = { etcd: '', patroni: '', 'redis-sentinel': '' }
  const sbin = { haproxy: '', pgbouncer: '' }
  const folder = t.testdir({ usr: { bin, sbin, lib: { postgresql: { 15: {} } } } })
  t.throws(() => openDebian(folder, () => undefined), { message: /PostgreSQL 16 or newer is missing/ })
  t.end()
})
