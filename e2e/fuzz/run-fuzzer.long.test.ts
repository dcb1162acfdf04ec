import t from 'tap'
import { readCorpus } from './corpus.ts'
import { seededRandom } from './mutate.ts'
import { runFuzzer } from './run-fuzzer.ts'
import { targets } from './targets/all.ts'
import { plantedTarget } from './testing/planted-target.ts'

t.test('given a mistake behind four conditions, when the target is fuzzed, then its shortest input is found', async (t) => {
  const check = await plantedTarget.start(t)
  const until = Date.now() + 120_000
  const fuzzing = { target: plantedTarget, check, corpus: [], random: seededRandom(1), goesOn: () => Date.now() < until }
  const { failure, found } = await runFuzzer(fuzzing)
  t.equal(failure?.input.toString(), 'FUZZ')
  t.match(failure?.error, { message: 'found' })
  t.ok(found.length >= 3, 'each condition was a step')
})

for (const [name, load] of Object.entries(targets)) {
  t.test(`given what has been kept for ${name}, when it is tried again, then no promise is broken`, async (t) => {
    const target = await load()
    const corpus = readCorpus(name)
    const fuzzing = { target, check: await target.start(t), corpus, random: seededRandom(1), goesOn: () => false }
    const { failure, tried, places } = await runFuzzer(fuzzing)
    t.equal(failure, null)
    t.ok(corpus.length > 0 && tried > corpus.length && places > 10, `${tried} inputs, ${places} places`)
  })
}
