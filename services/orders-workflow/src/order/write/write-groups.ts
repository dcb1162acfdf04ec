import { AsyncLocalStorage } from 'node:async_hooks'
import { DomainError, invariant } from '@open-oms/contracts/errors'
import type { InTransaction } from '@open-oms/service-kit/database/transaction'
import { WriteUndone } from '@open-oms/service-kit/idempotency/keyed-write'
import type { MetricsRegistry } from '@open-oms/service-kit/observability/metrics'
import type { WriteResult, WrittenOrder } from './intent.ts'
import { RefusedIntent } from './refused-intent.ts'
import type { Member, WriteDeps, WriteGroups } from './write-context.ts'
import { writeGroup } from './write-orders.ts'

/** What is told of groups, for metrics. */
export type GroupSignals = {
  /** A group is about to be written: its orders, and how long the first of them has waited. */
  began(size: number, waitedMs: number): void
  /** A group could not be written as a whole, and is written in parts. */
  split(): void
}

/** Counts groups in the metrics of a service. */
export function groupSignals(metrics: Pick<MetricsRegistry, 'count'> | undefined): GroupSignals {
  return {
    began(size, waitedMs) {
      metrics?.count('oms_write_groups_total', {})
      metrics?.count('oms_write_group_orders_total', {}, size)
      metrics?.count('oms_write_group_waiting_seconds_total', {}, waitedMs / 1000)
    },
    split: () => metrics?.count('oms_write_group_splits_total', {}),
  }
}

type GroupOptions = {
  inTransaction: InTransaction
  /** Most orders of a group; 1 turns groups off. */
  sizeMax: number
  /** Groups of a process that are written at a time. */
  underWayMax: number
  signals?: GroupSignals | undefined
}

/** Lines of the new orders of a group: others wait while they are written down as text. */
const LINES_MAX = 2_000

type PendingWrite = {
  deps: WriteDeps
  member: Member<unknown>
  since: number
  resolve(written: WrittenOrder<unknown>): void
  reject(error: unknown): void
}

/**
 * While groups are being written, what arrives is gathered; the next group is all of it, each order
 * once, and of one client no more than half while others wait. A lone order is a group of its own
 * and waits for nobody.
 */
export function writeGroups({ inTransaction, sizeMax, underWayMax, signals }: GroupOptions): WriteGroups {
  const waiting: PendingWrite[] = []
  let underWay = 0

  const writeNext = (): void => {
    while (underWay < underWayMax && waiting.length > 0) {
      leaveOutGone(waiting)
      const group = takeGroup(waiting, sizeMax)
      if (group.length === 0) return
      underWay++
      signals?.began(group.length, performance.now() - (group[0] as PendingWrite).since)
      void writeTogether(group, signals).finally(() => {
        underWay--
        writeNext()
      })
    }
  }
  return {
    inTransaction,
    write: (deps, member, { isAlone }) =>
      new Promise((resolve, reject) => {
        const one = toPendingWrite(deps, member as Member<unknown>, { resolve: resolve as PendingWrite['resolve'], reject })
        if (isAlone) return void writeTogether([one], undefined)
        waiting.push(one)
        writeNext()
      }),
  }
}

function toPendingWrite(
  deps: WriteDeps,
  member: Member<unknown>,
  { resolve, reject }: Pick<PendingWrite, 'resolve' | 'reject'>,
): PendingWrite {
  const inContext = AsyncLocalStorage.snapshot()
  const show: Member<unknown>['show'] = (written) => resolve(writtenOrder(written))
  return { deps, member: { ...member, inContext, show }, since: performance.now(), resolve, reject }
}

/** Rejects writes whose caller disconnected while they waited: nobody expects them. */
function leaveOutGone(waiting: PendingWrite[]): void {
  const isGone = ({ member }: PendingWrite) => member.write.isGone?.() === true
  for (const { reject } of waiting.filter(isGone)) reject(new DomainError('Unavailable', 'The caller has disconnected.'))
  waiting.splice(0, waiting.length, ...waiting.filter((one) => !isGone(one)))
}

/** Takes the next group out of those that wait, first come, first served. */
function takeGroup(waiting: PendingWrite[], sizeMax: number): PendingWrite[] {
  const clients = new Set(waiting.map(writeActor))
  const ofClientMax = clients.size === 1 ? sizeMax : Math.max(1, Math.floor(sizeMax / 2))
  const group: PendingWrite[] = []
  const left: PendingWrite[] = []
  const taken = new Set<string>()
  const ofClient = new Map<string, number>()
  let lines = 0
  for (const one of waiting) {
    const { orderId, lineCount = 0 } = one.member.intent
    const count = ofClient.get(writeActor(one)) ?? 0
    const fits = group.length === 0 || (group.length < sizeMax && lines + lineCount <= LINES_MAX && count < ofClientMax)
    // An order, or a key, that another member of the group has waits for the next one, and with it
    // whatever comes later for it.
    const names = [orderId, one.member.write.keyed?.name ?? orderId]
    if (!fits || names.some((name) => taken.has(name))) left.push(one)
    else {
      group.push(one)
      lines += lineCount
      ofClient.set(writeActor(one), count + 1)
    }
    for (const name of names) taken.add(name)
  }
  waiting.splice(0, waiting.length, ...left)
  return group
}

function writeActor({ member }: PendingWrite): string {
  return member.write.actor
}

/**
 * Writes a group in one transaction. Where that fails, what is refused of one is written alone, so
 * that its error is its own, and the others without it; an error of the database halves the group,
 * until it hits only its owner. When the connection is lost, all of them fail. What was shown to
 * its caller is not written again here: the caller begins from the start.
 */
async function writeTogether(group: readonly PendingWrite[], signals: GroupSignals | undefined): Promise<void> {
  const [first] = group
  if (first === undefined) return
  try {
    const members = group.map(({ member }) => member)
    const written = await first.deps.inTransaction((tx) => writeGroup(tx, first.deps, members))
    for (const [index, { resolve }] of group.entries()) resolve(writtenOrder(written[index]))
  } catch (error) {
    const parts = partsAfter(group, error)
    if (parts.length > 0) signals?.split()
    for (const part of parts) await writeTogether(part, signals)
  }
}

/**
 * Tells those of a group whose write has failed, and returns the others, to be written in parts.
 */
function partsAfter(group: readonly PendingWrite[], error: unknown): (readonly PendingWrite[])[] {
  const shown = group.filter(isShown)
  const open = group.filter((one) => !isShown(one))
  for (const { member } of shown) member.write.keyed?.undone(isLost(error) ? error : new WriteUndone())
  if (group.length > 1 && !isLost(error)) return shown.length > 0 ? [open] : splitGroup(group, error)
  // Nobody knows whether a commit was lost: written again, it could have its effect twice.
  for (const { reject } of open) reject(error instanceof RefusedIntent ? error.failure : error)
  return []
}

function isShown({ member }: PendingWrite): boolean {
  return member.write.keyed?.isShown === true
}

function writtenOrder(written: WriteResult<unknown> | undefined): WrittenOrder<unknown> {
  invariant(written !== undefined && written.status !== 'skipped', 'an order of a group is not skipped')
  return written
}

/** Whether the connection was lost, at COMMIT perhaps. */
function isLost(error: unknown): boolean {
  return error instanceof DomainError && error.code === 'Unavailable' && !(error instanceof RefusedIntent)
}

function splitGroup(group: readonly PendingWrite[], error: unknown): (readonly PendingWrite[])[] {
  if (error instanceof RefusedIntent) return [group.toSpliced(error.index, 1), group.slice(error.index, error.index + 1)]
  const half = Math.ceil(group.length / 2)
  return [group.slice(0, half), group.slice(half)]
}
