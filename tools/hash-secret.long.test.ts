import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { matchesSecretHash } from '@open-oms/service-kit/config/secret-hash'
import t from 'tap'

const program = `${import.meta.dirname}/hash-secret.ts`

/** Runs the tool as docs/how-to/add-an-api-client.md says, with an input that ends immediately. */
async function runTool(args: readonly string[], input = '') {
  const child = spawn(process.execPath, ['--conditions=development', program, ...args])
  child.stdin.on('error', () => undefined)
  child.stdin.end(input)
  const exit = once(child, 'exit')
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)])
  const [code] = await exit
  return {
    code,
    output,
    errors,
    hash: /^secretHash: (\S+)$/m.exec(output)?.[1] ?? '',
    made: /^secret: +(\S+)$/m.exec(output)?.[1],
  }
}

const secret = 'a secret of 24 characters'

t.test(
  'given a secret as argument, when the tool runs, then the hash is of that secret and the secret is not printed',
  async (t) => {
    const { code, output, errors, hash } = await runTool([secret])
    t.equal(code, 0)
    t.equal(await matchesSecretHash(secret, hash), true)
    t.notMatch(output, secret)
    t.equal(errors, '')
    t.equal(
      await matchesSecretHash('-dashed-secret-of-24-chars', (await runTool(['--', '-dashed-secret-of-24-chars'])).hash),
      true,
    )
  },
)

t.test('given a secret on standard input, when the tool runs with or without "-", then the hash is of that secret', async (t) => {
  t.equal(await matchesSecretHash(secret, (await runTool(['-'], `${secret}\n`)).hash), true)
  t.equal(await matchesSecretHash(secret, (await runTool([], secret)).hash), true)
})

t.test('given neither, when the tool runs, then it makes a secret and prints it with its hash', async (t) => {
  const { code, hash, made } = await runTool([])
  t.equal(code, 0)
  t.equal(await matchesSecretHash(made ?? '', hash), true)
})

t.test('given a short secret, when the tool runs, then it hashes it and warns that production refuses it', async (t) => {
  const { code, errors, hash } = await runTool(['short'])
  t.equal(code, 0)
  t.match(errors, /shorter than 24 characters/)
  t.equal(await matchesSecretHash('short', hash), true)
})

t.test(
  'given a command line that names no single secret, when the tool runs, then it prints no hash and ends with 2',
  async (t) => {
    for (const [args, reason] of [
      [['two', 'words'], /Give one secret/],
      [[''], /The secret is empty/],
      [['-'], /no secret on standard input/],
      [['--secret', 'x'], /Unknown option/],
    ] as const) {
      const result = await runTool(args)
      t.equal(result.code, 2)
      t.match(result.errors, reason)
      t.equal(result.hash, '')
    }
    t.match(await runTool(['--help']), { code: 0, output: /Usage: / })
  },
)
