import type { Order } from '@open-oms/contracts/orders/order'
import type { Transaction } from '@open-oms/service-kit/database/transaction'
import type { StoredRun } from '../../runs/run-rows.ts'
import type { RunProgress } from '../../runs/run-store.ts'
import type { SupersedeInput } from '../../runs/superseded-runs.ts'
import type { CustomerFacts } from '../rules/holds/hold-rules.ts'
import type { SavedOrder, VersionChange, VersionContext } from '../rules/order-version.ts'
import type { StockLine } from '../rules/stock/inventory-lines.ts'
import type { WriteKind } from '../rules/write-kinds.ts'
import type { NewMessage } from '../store/new-message-store.ts'
import type { StockSession } from './stock-session.ts'

/** What a change may look at, beside the order: read under its lock, at one moment. */
export type Facts = {
  /** The time of the write, ISO 8601 UTC. */
  now: string
  /** What makes a version of a change at that time. */
  versioning: VersionContext
  /** The runs of the order that are under way, of an intent that needs them; else none. */
  underWay: readonly StoredRun[]
  /** What the customer's other orders say, of an intent that names one; else nothing. */
  customer: CustomerFacts
  /** The stock that the change moves. */
  stock: StockSession
  /** For what else the change reads, and for the steps of a run that are part of the write. */
  tx: Transaction
}

/** The facts for a change of a stored order. */
export type ChangeFacts = Facts & { stored: SavedOrder }

/** What a command makes of an order, and what is written and published with it. */
export type Change<Result = undefined> = {
  order: Order
  /** The status that a request enters: what waits for it ends (workflow.md#waiting-runs). */
  enters?: SupersedeInput
  /**
   * What the request pays back, in the main unit of the currency, where the order does not say it:
   * a step does it later, or none does.
   */
  refunds?: number | undefined
  /** True: this transaction has written the stock of the order already. */
  hasMovedStock?: boolean
  /** Where the write leaves a run under way; refused when another process has taken that over. */
  progress?: RunProgress
  /** Composed and sent after the commit, of the version that the write leaves. */
  messages?: readonly NewMessage[]
  /** Further work of the same transaction, behind the version. */
  also?(tx: Transaction, saved: SavedOrder): Promise<void>
  /** Further work of the same transaction that returns the result. */
  conclude?(tx: Transaction, saved: SavedOrder): Promise<Result>
  /** Runs once the write is committed. */
  afterCommit?(saved: SavedOrder): void
  /** What the command returns of it. */
  result?: Result
} & Partial<Pick<VersionChange, 'run' | 'events' | 'newLineIds'>>

type MaybeLater<T> = T | Promise<T>

/**
 * What is to become of one order. Both functions may be called again, after a race, and then return
 * the same for the same order; they change nothing but what `facts.tx` rolls back.
 */
export type Intent<Result = undefined> = {
  orderId: string
  /** Which rules hold for an order that there is; a new one is created, or imported. */
  kind: WriteKind
  /**
   * The lines that its steps may move stock for, which is locked for all orders together: of the
   * order as it is stored, or of a new one with null.
   */
  stockLines?(stored: Order | null): readonly StockLine[]
  /** True: the new order is made of another one, and required fields may be missing. */
  isDerived?: boolean
  /** Lines of a new order. */
  lineCount?: number
  /** True: the change asks for the runs of the order that are under way. */
  needsRuns?: boolean
  /** The customer whose other orders decide whether a new order is held. */
  customerId?: string | null
  /** Makes the order if there is none with the id, not even a deleted one. */
  create?(facts: Facts): MaybeLater<Change<Result>>
  /** Changes the order that there is. */
  change?(order: Order, facts: ChangeFacts): MaybeLater<Change<Result>>
}

/** What became of an order; `saved` unless it was skipped. */
export type WriteResult<Result = undefined> =
  | { orderId: string; status: 'created' | 'updated' | 'unchanged'; saved: SavedOrder; before: Order | null; result: Result }
  | { orderId: string; status: 'skipped'; saved: null; before: Order; result: undefined }

/** What became of one order. */
export type WrittenOrder<Result = undefined> = Exclude<WriteResult<Result>, { status: 'skipped' }>
