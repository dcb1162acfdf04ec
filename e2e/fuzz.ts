/**
 * `npm run fuzz -- TARGET --minutes N`: gives a reader what anyone may send, guided by the code
 * that each input reaches (docs/how-to/fuzz-the-parsers.md).
 */
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import process from 'node:process'
import { describeError } from '@open-oms/local-servers/start-error'
import { commandLine } from '@open-oms/system/command-line'
import { withTestServers } from '@open-oms/tools/test/test-servers'
import { readCorpus, writeCorpus } from './fuzz/corpus.ts'
import { seededRandom } from './fuzz/mutate.ts'
import { type Outcome, runFuzzer } from './fuzz/run-fuzzer.ts'
import { targets } from './fuzz/targets/all.ts'

const usage = `Usage: npm run fuzz -- TARGET [--minutes N] [--seed N] [--keep]
       npm run fuzz -- TARGET --input FILE

  TARGET      ${Object.keys(targets).join(', ')}
  --minutes   how long; 1 when it is absent
  --seed      makes the same inputs as a run before, which has printed it
  --keep      writes the inputs that reach all of this code to e2e/fuzz/corpus
  --input     tries this one file
`
const { values, positionals } = commandLine({
  usage,
  options: {
    minutes: { type: 'string', default: '1' },
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
    keep: { type: 'boolean', default: false },
    input: { type: 'string' },
  },
  checkArguments: ([name = '', ...more]) => (name in targets && more.length === 0 ? null : 'Name one target.'),
})
const name = positionals[0] as string
const minutes = Number(values.minutes)
if (!(minutes >= 0)) throw new Error('--minutes takes a number.')
const root = join(import.meta.dirname, '..')
const say = (text: string) => void process.stdout.write(`${text}\n`)

/** Keeps an input beside what is built, and returns its path from the root. */
function keepFailure(input: Buffer): string {
  const folder = join(root, '.cache', 'fuzz', name)
  mkdirSync(folder, { recursive: true })
  const file = join(folder, createHash('sha256').update(input).digest('hex').slice(0, 16))
  writeFileSync(file, input)
  return relative(root, file)
}

async function fuzz(): Promise<Outcome> {
  const ends: (() => Promise<void> | void)[] = []
  try {
    const target = await (targets[name] as (typeof targets)[string])()
    const check = await target.start({ teardown: (end) => ends.push(end) })
    const corpus = values.input === undefined ? readCorpus(name) : [readFileSync(values.input)]
    const until = values.input === undefined ? Date.now() + minutes * 60_000 : 0
    const random = seededRandom(Number(values.seed))
    const outcome = await runFuzzer({ target, check, corpus, random, goesOn: () => Date.now() < until })
    if (!values.keep || outcome.failure !== null) return outcome
    // Shortest first, many are not needed any more.
    const needed = await runFuzzer({ target, check, corpus: outcome.found, random, goesOn: () => false })
    writeCorpus(name, needed.found)
    return outcome
  } finally {
    for (const end of ends.reverse()) await end()
  }
}

say(`${name}: ${minutes} min, --seed ${values.seed}`)
const { tried, places, found, failure } = await withTestServers({ hasPostgres: true }, async (environment) => {
  // What ends databases of tests is a test itself, which would end after half a minute.
  Object.assign(process.env, environment, { TAP_TIMEOUT: '0' })
  return await fuzz()
})
say(`${tried} inputs reached ${places} places, ${found.length} inputs reached something new`)
if (failure !== null) {
  const file = keepFailure(failure.input)
  say(`A promise is broken: ${describeError(failure.error)}`)
  say(`The shortest input is in ${file}: npm run fuzz -- ${name} --input ${file}`)
}
process.exit(failure === null ? 0 : 1)
