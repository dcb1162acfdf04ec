import t from 'tap'
import { describeBuild } from './version.ts'

t.test('given a build, when it is described, then what is known of it stands behind the version', async (t) => {
  const revision = '0123456789abcdef0123456789abcdef01234567'
  const date = '2026-01-31T08:00:00Z'
  t.equal(describeBuild({ version: '1.0.0', revision, date }), '1.0.0 (0123456789ab, 2026-01-31)')
  t.equal(describeBuild({ version: '1.0.0', revision, date: null }), '1.0.0 (0123456789ab)')
  t.equal(describeBuild({ version: '1.0.0', revision: null, date: null }), '1.0.0')
})
