import { readdirSync, readFileSync } from 'node:fs'

const TICK_MS = 10

type Stat = { parent: number; ownTicks: number; endedTicks: number }

function readStat(pid: number): Stat | null {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
      .map(Number)
    const [, parent = 0] = fields
    const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11, 15)
    return { parent, ownTicks: user + system, endedTicks: endedUser + endedSystem }
  } catch {
    // It has ended since the folder was read; its parent has its time then.
    return null
  }
}

/**
 * The processor time of a server and of its processes so far, those that have ended too, in
 * milliseconds.
 */
export function processorMilliseconds(server: number): number {
  let ticks = 0
  for (const name of readdirSync('/proc')) {
    const stat = /^\d+$/.test(name) ? readStat(Number(name)) : null
    if (stat === null) continue
    if (Number(name) === server) ticks += stat.ownTicks + stat.endedTicks
    else if (stat.parent === server) ticks += stat.ownTicks
  }
  return ticks * TICK_MS
}
