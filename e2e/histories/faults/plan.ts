import type { Random } from '../random.ts'

const faultKinds = [
  { kind: 'kill', weight: 5 },
  { kind: 'suspend', weight: 4 },
  { kind: 'cut', weight: 4 },
  { kind: 'delay', weight: 4 },
  { kind: 'slow', weight: 3 },
  { kind: 'halve', weight: 3 },
  { kind: 'one-way', weight: 4 },
  { kind: 'kill-postgres', weight: 1 },
  { kind: 'kill-nats', weight: 2 },
  { kind: 'repeat-events', weight: 2 },
  { kind: 'reload', weight: 1 },
  { kind: 'clock', weight: 4 },
  { kind: 'roll', weight: 1 },
] as const

export type FaultKind = (typeof faultKinds)[number]['kind']

export type PlannedFault = {
  kind: FaultKind
  /** Milliseconds after the beginning of the work. */
  at: number
  lastsMs: number
  /** Chooses the part among those there are: its remainder. */
  target: number
  /** A further number of which a kind makes what it needs. */
  detail: number
}

export type FaultPlan = { durationMs: number; pauseMs: number }

/** How long a fault of each kind lasts. */
const lasting: Readonly<Record<FaultKind, { min: number; max: number }>> = {
  kill: { min: 500, max: 8_000 },
  suspend: { min: 1_000, max: 40_000 },
  cut: { min: 50, max: 5_000 },
  delay: { min: 3_000, max: 15_000 },
  slow: { min: 3_000, max: 15_000 },
  halve: { min: 50, max: 2_000 },
  'one-way': { min: 1_000, max: 20_000 },
  'kill-postgres': { min: 500, max: 5_000 },
  'kill-nats': { min: 500, max: 10_000 },
  'repeat-events': { min: 0, max: 0 },
  reload: { min: 0, max: 0 },
  clock: { min: 1_000, max: 40_000 },
  roll: { min: 0, max: 0 },
}

const DETAIL_MAX = 1_000_000
const FIRST_AFTER_MS = 5_000

/** The faults of a run, in the order of their times: the same for the same seed. */
export function planFaults(random: Random, { durationMs, pauseMs }: FaultPlan): PlannedFault[] {
  const faults: PlannedFault[] = []
  for (let at = FIRST_AFTER_MS; at < durationMs; at += random.integer(Math.ceil(pauseMs / 3), Math.ceil((pauseMs * 5) / 3))) {
    const { kind } = random.weighted(faultKinds)
    const { min, max } = lasting[kind]
    const [lastsMs, target, detail] = [random.integer(min, max), random.integer(0, DETAIL_MAX), random.integer(0, DETAIL_MAX)]
    faults.push({ kind, at, lastsMs, target, detail })
  }
  return faults
}
