import t from 'tap'
import { testOrders } from '../../testing/test-orders.ts'

t.test('when reports are read by id or listed, then the newest is first, limited to the stores of the token', async (t) => {
  const test = await testOrders(t)
  const close = async (storeId: string, zReportId: string, dateClosed: string) => {
    const body = { storeId, registerIds: ['R1'], zReportId, dateClosed }
    return (await test.send({ method: 'POST', url: '/api/ZReport/Close', body })).body
  }
  const first = await close('Oslo-01', 'Z/1 å', '2026-01-10T20:00:00Z')
  await close('Bergen-01', 'B-1', '2026-01-11T20:00:00Z')
  for (let day = 0; day < 51; day++)
    await close('Oslo-01', `O-${String(day).padStart(2, '0')}`, new Date(Date.UTC(2026, 1, 1 + day)).toISOString())
  const list = async (query: string, as = {}) => (await test.send({ url: `/api/ZReport${query}`, as })).body
  const ids = (body: { result: { zReportId: string }[] }) => body.result.map(({ zReportId }) => zReportId)

  t.same((await test.send({ url: `/api/ZReport/${encodeURIComponent('Z/1 å')}` })).body, first)
  const page = await list('')
  t.match([page.totalHits, page.result.length, ids(page)[0]], [53, 50, 'O-50'])
  t.same(ids(await list('?page=2')), ['O-00', 'B-1', 'Z/1 å'])
  t.same(ids(await list('?storeId=Bergen-01')), ['B-1'])
  t.same(ids(await list('?from=2026-01-10&to=2026-01-11')), ['B-1', 'Z/1 å'], 'both ends are included, the last day whole')
  t.same(ids(await list('?to=2026-01-10T20:00:00Z')), ['Z/1 å'])
  t.same(await list('?storeId=nowhere'), { totalHits: 0, result: [] })
  t.same(ids(await list('', { storeIds: ['Bergen-01'] })), ['B-1'])

  t.equal((await test.send({ url: '/api/ZReport/none' })).status, 404)
  t.equal((await test.send({ url: '/api/ZReport/O-00', as: { storeIds: ['Bergen-01'] } })).status, 404)
  for (const query of ['page=0', 'page=x', 'from=x', 'from=2026-01-02&to=2026-01-01'])
    t.equal((await test.send({ url: `/api/ZReport?${query}` })).status, 400, query)
  t.match(await test.send({ url: '/api/ZReport?page=201' }), { status: 400, body: { error: 'WindowExceeded' } })
})

t.test('given reports of the same time, when pages are read, then they never overlap and leave none out', async (t) => {
  const test = await testOrders(t)
  const ids = Array.from({ length: 120 }, (_, index) => `Z-${String(index).padStart(3, '0')}`)
  // Not in the order of their ids, nor of one store.
  for (const index of ids.keys()) {
    const [zReportId, storeId] = [ids[(index * 7) % ids.length], index % 3 === 0 ? 'Bergen-01' : 'Oslo-01']
    const body = { storeId, registerIds: ['R1'], zReportId, dateClosed: '2026-01-10T20:00:00Z' }
    t.equal((await test.send({ method: 'POST', url: '/api/ZReport/Close', body })).status, 201)
  }
  const pages: string[] = []
  for (const page of [1, 2, 3, 4]) {
    const { body } = await test.send({ url: `/api/ZReport?page=${page}` })
    pages.push(...body.result.map(({ zReportId }: { zReportId: string }) => zReportId))
  }
  t.same(pages, ids)
})
