import { readFileSync } from 'node:fs'

/** The memory of a process that is in use now, or that was at its highest, in MiB. */
export function residentMebibytes(pid: number | undefined, which: 'now' | 'highest' = 'now'): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const pattern = which === 'now' ? /^VmRSS:\s+(\d+)/m : /^VmHWM:\s+(\d+)/m
  return Number(pattern.exec(status)?.[1]) / 1024
}
