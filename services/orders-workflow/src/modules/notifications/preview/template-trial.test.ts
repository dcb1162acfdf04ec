import t from 'tap'
import { templateFiles } from '../../../testing/documents/template-samples.ts'
import { sampleConfig, testOrders } from '../../../testing/test-orders.ts'
import { createTemplateTrial } from './template-trial.ts'

const config = await sampleConfig()
const withFiles = (texts: Record<string, string>) => ({ config: { ...config, templates: templateFiles(texts) } })

t.test('given a template that takes longer than it may, when it is tried, then it is refused and the next is not', async (t) => {
  const hurried = createTemplateTrial({ timeoutMs: 1 })
  t.teardown(hurried.stop)
  await t.rejects(hurried.run('check', withFiles({ 'shipped/nb.text': 'x' })), { code: 'TemplateFailed', message: /too long/ })
  const trial = createTemplateTrial()
  t.teardown(trial.stop)
  const loops = '{% for a in (1..9999) %}{% for b in (1..9999) %}{% endfor %}{% endfor %}'
  t.match(await trial.run('check', withFiles({ 'shipped/nb.text': loops })), [{ reason: /limit/ }])
  t.same(await trial.run('check', withFiles({ 'shipped/nb.text': '{{ order.number }}' })), [])
})

t.test('given more templates than may wait, when they are tried, then the last are told to come again', async (t) => {
  const trial = createTemplateTrial()
  t.teardown(trial.stop)
  const tries = Array.from({ length: 12 }, () => trial.run('check', withFiles({ 'shipped/nb.text': 'x' })))
  const settled = await Promise.allSettled(tries)
  const refused = settled.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
  t.ok(refused.length > 0 && refused.length < 12, `${refused.length} of 12`)
  for (const reason of refused) t.match(reason, { code: 'Unavailable', details: { retryAfterSeconds: 5 } })
})

t.test('given a client of one store, when it brings templates, then it is 403; those in force it may preview', async (t) => {
  const test = await testOrders(t, { config })
  const ask = (url: string, body: object) => test.send({ method: 'POST', url, body, as: { storeIds: ['Oslo-01'] } })
  const files = templateFiles({ 'shipped/nb.subject': 'Sendt!' })
  t.match(await ask('/api/Templates/Check', { files }), { status: 403, body: { error: 'Forbidden' } })
  t.match(await ask('/api/Templates/shipped/Preview', { files }), { status: 403 })
  t.match(await ask('/api/Templates/shipped/Preview', {}), { status: 200, body: { name: 'shipped' } })
})
