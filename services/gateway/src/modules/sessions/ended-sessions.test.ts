import t from 'tap'
import { createEndedSessions, type KnownSession, providerMark } from './ended-sessions.ts'
import { createMemoryMarks } from './session-marks.ts'

const LIFETIME_MS = 3_600_000
const BEGUN = Date.parse('2026-03-02T08:00:00Z')

const start = () => {
  const clock = { now: BEGUN - 1_000 }
  const marks = createMemoryMarks({ lifetimeMs: LIFETIME_MS, now: () => clock.now })
  clock.now = BEGUN
  return { clock, marks, ended: createEndedSessions(marks) }
}

const session = (changes: Partial<KnownSession> = {}): KnownSession => ({
  id: 'a',
  identity: 'kari@example.com',
  signedInAt: BEGUN,
  provider: { subject: 'kari', sid: 'one' },
  ...changes,
})

t.test('given a session of a provider, when this names it, another one or its person, then what was meant is over', async (t) => {
  const cases = [
    [{ sid: 'one', subject: 'kari' }, { subject: 'kari', sid: 'one' }, true],
    [{ sid: 'one', subject: null }, { subject: 'kari', sid: 'one' }, true],
    [{ sid: 'two', subject: 'kari' }, { subject: 'kari', sid: 'one' }, false],
    [{ sid: null, subject: 'kari' }, { subject: 'kari', sid: 'one' }, true],
    [{ sid: null, subject: 'kari' }, { subject: 'kari', sid: null }, true],
    [{ sid: 'two', subject: 'kari' }, { subject: 'kari', sid: null }, true],
    [{ sid: 'two', subject: null }, { subject: 'kari', sid: null }, false],
    [{ sid: null, subject: 'ola' }, { subject: 'kari', sid: 'one' }, false],
    [{ sid: 'one', subject: 'kari' }, null, false],
  ] as const
  for (const [logout, provider, isOver] of cases) {
    const { ended } = start()
    t.equal(await ended.endByProvider({ ...logout, message: 'm' }, BEGUN), true)
    t.equal(await ended.isEnded(session({ provider })), isOver, JSON.stringify([logout, provider]))
  }
})

t.test(
  'given sessions that a provider has ended, when others begin, then a person may come again and a session not',
  async (t) => {
    const { ended } = start()
    await ended.endByProvider({ sid: null, subject: 'kari', message: 'm' }, BEGUN)
    t.equal(await ended.isEnded(session({ signedInAt: BEGUN + 1 })), false)
    await ended.endByProvider({ sid: 'one', subject: 'kari', message: 'n' }, BEGUN)
    t.equal(await ended.isEnded(session({ signedInAt: BEGUN + 1 })), true, 'what was under way for that session is over too')
  },
)

t.test('given what providers call people and sessions, when two use the same words, then the marks differ', async (t) => {
  t.not(providerMark('https://a.example', 'kari'), providerMark('https://b.example', 'kari'))
  t.equal(providerMark('https://a.example', 'kari'), providerMark('https://a.example', 'kari'))
})

t.test('given marks of this process alone, when a session is older than the process, then it does not count', async (t) => {
  const { ended } = start()
  t.equal(await ended.isEnded(session({ signedInAt: BEGUN - 1_001 })), true)
  t.equal(await ended.isEnded(session({ signedInAt: BEGUN - 1_000 })), false)
})

t.test('given ended sessions in memory, when they would be over anyway, then they are forgotten', async (t) => {
  const { ended, clock, marks } = start()
  await ended.end(session())
  await ended.endAll('ola@example.com', clock.now)
  t.equal(marks.size(), 2)
  clock.now += LIFETIME_MS + 60_000
  await ended.end(session({ id: 'b', signedInAt: clock.now }))
  t.equal(marks.size(), 1)
})
