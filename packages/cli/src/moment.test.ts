import t from 'tap'
import { formatAge, momentAgo, momentAhead } from './moment.ts'

const now = new Date('2026-03-01T12:00:00Z')

t.test('given a time or a duration, when it is read, then it is that moment in UTC, and anything else is refused', (t) => {
  t.equal(momentAgo('--since', '2d', now), '2026-02-27T12:00:00.000Z')
  t.equal(momentAhead('--until', '90m', now), '2026-03-01T13:30:00.000Z')
  t.equal(momentAgo('--since', '2026-01-31', now), '2026-01-31T00:00:00.000Z')
  t.equal(momentAgo('--since', '2026-01-31T08:00', now), '2026-01-31T08:00:00.000Z')
  t.equal(momentAgo('--since', '2026-01-31T08:00+02:00', now), '2026-01-31T06:00:00.000Z')
  for (const text of ['', 'yesterday', '2026-13-01', '-2d', '2y', '2026-01-31 08:00'])
    t.throws(() => momentAgo('--since', text, now), { exitCode: 2, message: /--since must be/ })
  t.end()
})

t.test('given moments, when their age is written, then its unit fits', (t) => {
  const age = (seconds: number) => formatAge(new Date(now.getTime() - seconds * 1_000).toISOString(), now.getTime())
  t.same([age(-5), age(90), age(600), age(10_000), age(400_000)], ['0 s', '90 s', '10 min', '2 h', '4 d'])
  t.equal(formatAge(null), '')
  t.end()
})
