import t from 'tap'
import { readCommand } from './read-command.ts'

t.test('given a valid command line, when it is read, then action and options are known', async (t) => {
  t.equal(readCommand(['--help']), null)
  t.same(readCommand(['verify']), { action: 'verify' })
  t.same(readCommand(['sweep']), { action: 'sweep' })
  t.same(readCommand(['copy', '--to', 'fs:/backup/assets']), { action: 'copy', to: { kind: 'fs', location: '/backup/assets' } })
  t.same(readCommand(['copy', '--to', 's3:assets', '--endpoint', 'https://s3.example', '--region', 'eu-1', '--path-style']), {
    action: 'copy',
    to: { kind: 's3', location: 'assets', endpoint: 'https://s3.example', region: 'eu-1', isPathStyle: true },
  })
})

t.test('given a wrong command line, when it is read, then it is a usage error that says why', async (t) => {
  const wrong: [string[], RegExp][] = [
    [[], /Say what to do/],
    [['burn'], /Say what to do/],
    [['verify', 'sweep'], /Say what to do/],
    [['copy'], /Where to/],
    [['copy', '--to', 'ftp:x'], /Where to/],
    [['copy', '--to', 's3:'], /Where to/],
    [['copy', '--to', 'fs:x', '--path-style'], /for a bucket/],
    [['copy', '--to', 's3:x', '--endpoint', 'here'], /must be a URL/],
    [['verify', '--to', 'fs:x'], /takes no options/],
    [['verify', '--all'], /Unknown option/],
  ]
  for (const [args, reason] of wrong) t.throws(() => readCommand(args), reason)
})
