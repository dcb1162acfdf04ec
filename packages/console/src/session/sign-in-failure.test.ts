import t from 'tap'

Object.assign(globalThis, { location: { href: 'http://gateway.test/console' } })
const { failureIn } = await import('./sign-in-failure.ts')

t.test('given an address, when it has the reason of a failed sign-in, then the reason is taken out of it', async (t) => {
  t.equal(failureIn('http://gateway.test/console/orders?text=a+b'), null)
  t.same(failureIn('http://gateway.test/console/orders?text=a%20b&signInError=NoRole'), {
    reason: 'NoRole',
    rest: '/console/orders?text=a+b',
  })
  t.same(failureIn('http://gateway.test/console?signInError=%3Cb%3E'), { reason: 'Failed', rest: '/console' })
})
