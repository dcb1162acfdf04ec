import t from 'tap'
import { sampleOrder } from '../../../testing/sample-order.ts'
import { runStep } from '../../../testing/workflow/run-step.ts'
import { generateSecretKey } from './secret-key.ts'

const order = sampleOrder({})

t.test('given an order without a key, when GenerateSecretKey runs, then it has 16 characters, or Length of them', async (t) => {
  t.match(await runStep(generateSecretKey, { ...order, secretKey: null }), {
    actionStatus: 'Success',
    order: { secretKey: 'k'.repeat(16) },
  })
  const long = await runStep(generateSecretKey, { ...order, secretKey: null }, { properties: { Length: '64' } })
  t.equal(long.order.secretKey, 'k'.repeat(64))
})

t.test('given an order with a key, when GenerateSecretKey runs, then it stays except with OverwriteExisting', async (t) => {
  const known = { ...order, secretKey: 'known' }
  t.match(await runStep(generateSecretKey, known), { actionStatus: 'Warning', order: { secretKey: 'known' } })
  t.match(await runStep(generateSecretKey, known, { properties: { OverwriteExisting: 'false' } }), { actionStatus: 'Warning' })
  const other = await runStep(generateSecretKey, known, { properties: { OverwriteExisting: 'True', Length: '4' } })
  t.match(other, { actionStatus: 'Success', order: { secretKey: 'kkkk' } })
})

t.test('given properties of GenerateSecretKey, when they are checked, then Length is 1 to 64 and the other a flag', async (t) => {
  const { Length, OverwriteExisting } = generateSecretKey.properties
  for (const [length, isTaken] of [
    ['0', false],
    ['1', true],
    ['64', true],
    ['65', false],
    ['', false],
    ['8.5', false],
  ] as const)
    t.equal(Length?.values.test(length), isTaken, length)
  t.equal(OverwriteExisting?.values.test('maybe'), false)
})
