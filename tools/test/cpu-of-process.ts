import { readFileSync } from 'node:fs'

// The unit of the counters in /proc: 10 ms on every Linux that Node runs on.
const tickMs = 10

/** Processor time in milliseconds that this process has used, and on Linux also those of its children that have ended. */
export function cpuMsOfProcess(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000 + cpuMsOfChildren()
}

function cpuMsOfChildren(): number {
  if (process.platform !== 'linux') return 0
  // After the name in brackets: state is field 3, the user and system time of children are fields 16 and 17 (man 5 proc).
  const fields = readFileSync('/proc/self/stat', 'utf8')
    .replace(/^.*\) /, '')
    .split(' ')
  return (Number(fields[13]) + Number(fields[14])) * tickMs
}
