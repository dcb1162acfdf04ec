import t from 'tap'
import { defineExtension, interfaceVersion, isCompatible } from './extension.ts'

t.test('given versions of the interface, when an extension is loaded, then only what the system has will do', async (t) => {
  t.equal(defineExtension({ name: 'shop', steps: [] }).interfaceVersion, interfaceVersion)
  t.ok(isCompatible(interfaceVersion))
  t.ok(isCompatible('1.1.9', '1.2.0'), 'what was added later does not matter')
  t.notOk(isCompatible('1.3.0', '1.2.0'), 'what it may use is not there yet')
  for (const other of ['2.0.0', '0.9.0', '1', '', 'x.y.z', '1.0.0-beta']) t.notOk(isCompatible(other, '1.2.0'), other)
})
