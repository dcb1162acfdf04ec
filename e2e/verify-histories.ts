/**
 * `npm run verify:histories`: random work of many clients under random faults, of which everything
 * that was asked and answered is written down, and a check whether any order of things explains it
 * (docs/how-to/reproduce-a-history.md).
 */
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import process from 'node:process'
import { commandLine } from '@open-oms/system/command-line'
import { checkHistory } from './histories/checker/check-history.ts'
import { planFaults } from './histories/faults/plan.ts'
import { randomFrom } from './histories/random.ts'
import { files } from './histories/run-files.ts'
import { type RunPlan, runHistory } from './histories/run-history.ts'
import { shrinkPlan } from './histories/shrink.ts'
import { summaryOf } from './histories/summary.ts'

const usage = `Usage: npm run verify:histories -- [--seed TEXT] [--minutes N] [--clients N] [--fault-pause SECONDS]
                                   [--shrink-minutes N] [--other-build FOLDER] [--keep]
       npm run verify:histories -- --replay FILE
       npm run verify:histories -- --check FOLDER

  --seed            what the work and the faults follow from; a new one when it is absent
  --minutes         how long clients work; 10 when it is absent
  --clients         how many; 20 when it is absent
  --fault-pause     seconds between two faults on the average; 6 when it is absent, 0: no faults
  --shrink-minutes  how long a smaller run that fails is looked for; 30 when it is absent
  --other-build     a checkout of another version, installed; updates go to it and come back
  --keep            keeps history and logs of a run that is right, too
  --replay          runs the plan (${files.plan}) of another run
  --check           checks the files that a run has left, and runs nothing
`
const numberOption = (fallback: string) => ({ type: 'string', default: fallback }) as const
const { values } = commandLine({
  usage,
  options: {
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
    minutes: numberOption('10'),
    clients: numberOption('20'),
    'fault-pause': numberOption('6'),
    'shrink-minutes': numberOption('30'),
    'other-build': { type: 'string' },
    keep: { type: 'boolean', default: false },
    replay: { type: 'string' },
    check: { type: 'string' },
  },
})

const otherBuild = values['other-build'] === undefined ? null : join(resolve(values['other-build']), 'services')
const SHRINK_TRIES = 2
const MINUTE_MS = 60_000
const say = (text: string) => void process.stdout.write(`${text}\n`)
const undo: (() => Promise<unknown>)[] = []

async function undoAll(): Promise<void> {
  for (let last = undo.pop(); last; last = undo.pop()) await last()
}

/** Runs a plan and checks it; its folder stays when something is wrong. */
async function tryPlan(plan: RunPlan): Promise<{ isRight: boolean; folder: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'oms-histories-'))
  const { seed, clients, minutes, faults } = plan
  say(`\nseed ${seed}: ${clients} clients for ${minutes} min, ${faults.length} faults planned`)
  try {
    await runHistory(folder, plan, { undo, otherBuild })
  } finally {
    await undoAll()
  }
  for (const name of ['postgres', 'data']) await rm(join(folder, name), { recursive: true, force: true })
  const isRight = await check(folder)
  if (isRight && !values.keep) await rm(folder, { recursive: true, force: true })
  else say(`Plan, history, state and logs are in ${folder}`)
  return { isRight, folder }
}

async function check(folder: string): Promise<boolean> {
  const { facts, violations } = await checkHistory(folder)
  say(summaryOf(facts, violations))
  return violations.length === 0
}

function plannedRun(): RunPlan {
  const { seed } = values
  const [minutes, clients, pause] = [values.minutes, values.clients, values['fault-pause']].map(Number) as [
    number,
    number,
    number,
  ]
  if (!(minutes > 0 && clients >= 1 && pause >= 0)) throw new Error('--minutes, --clients and --fault-pause take numbers.')
  const plan = { durationMs: minutes * MINUTE_MS, pauseMs: pause * 1_000 }
  return { seed, clients, minutes, faults: pause === 0 ? [] : planFaults(randomFrom(seed).fork('faults'), plan) }
}

async function verify(): Promise<boolean> {
  if (values.check !== undefined) return check(values.check)
  const replayed = values.replay === undefined ? null : (JSON.parse(await readFile(values.replay, 'utf8')) as RunPlan)
  const plan = replayed ?? plannedRun()
  const { isRight } = await tryPlan(plan)
  if (isRight || replayed !== null || Number(values['shrink-minutes']) === 0) return isRight
  const end = Date.now() + Number(values['shrink-minutes']) * MINUTE_MS
  let last = ''
  const fails = async (smaller: RunPlan) => {
    const outcome = await tryPlan(smaller)
    if (!outcome.isRight) last = outcome.folder
    return !outcome.isRight
  }
  await shrinkPlan(plan, { fails, isOver: () => Date.now() > end, tries: SHRINK_TRIES })
  if (existsSync(last)) say(`The smallest run that fails: npm run verify:histories -- --replay ${join(last, files.plan)}`)
  return false
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.once(signal, async () => {
    await undoAll()
    process.exit(130)
  })
const isRight = await verify().catch((error: Error) => {
  console.error(`\n${error.stack}`)
  return false
})
process.exit(isRight ? 0 : 1)
