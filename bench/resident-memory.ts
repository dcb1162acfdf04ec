import { readFileSync } from 'node:fs'

/** The memory of a process that is in use now, or that was at its highest, in MiB. */
export function residentMebibytes(pid: number | undefined, which: 'now' | 'highest' = 'now'): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const pattern = which === 'now' ? /^VmRSS:\s+(\d+)/m : /^VmHWM:\s+(\d+)/m
  return Number(pattern.exec(status)?.[1]) / 1024
}

/**
 * The memory of processes in MiB: what each has for itself, and its part of what it shares with
 * others. Resident memory counts the program file of Node for each of them.
 */
export function togetherMebibytes(pids: readonly (number | undefined)[]): number {
  return pids.reduce<number>((sum, pid) => {
    const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')
    return sum + Number(/^Pss:\s+(\d+)/m.exec(rollup)?.[1]) / 1024
  }, 0)
}
