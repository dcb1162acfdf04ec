import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { getOrder } from '@open-oms/contracts/orders/routes/retrieve-orders'
import type { ApiClient } from '../../api/api-client.ts'
import { CommandFailure } from '../../command-failure.ts'
import { resolveOrderId } from '../order/find-order.ts'

/** A change that was asked for: by which tool, of which version of which order, with what. */
type DryRunRequest = { tool: string; orderId: string; versionId: string; input: unknown }

/** More dry runs than a person looks at; the oldest gives way. */
const KEPT_MAX = 100

/**
 * The dry runs of a conversation. A change is confirmed by the word that its dry run gave, once,
 * and only while the order is as it was then: what was shown is what happens.
 */
export class DryRuns {
  readonly #kept = new Map<string, DryRunRequest>()

  /**
   * The order of an id or a number, and its version now. Raises `ApiFailure` where there is none.
   */
  async findOrder(api: ApiClient, idOrNumber: string): Promise<{ orderId: string; versionId: string }> {
    const orderId = await resolveOrderId(api, idOrNumber)
    const { versionId } = await api.call(getOrder, { params: { orderId } })
    return { orderId, versionId: versionId ?? '' }
  }

  /** What a dry run returns to the client. */
  keep(asked: DryRunRequest, wouldHappen: unknown): object {
    const confirmation = randomUUID()
    this.#kept.set(confirmation, asked)
    const [oldest] = this.#kept.keys()
    if (this.#kept.size > KEPT_MAX && oldest !== undefined) this.#kept.delete(oldest)
    return { isDryRun: true, wouldHappen, confirmation }
  }

  /**
   * Uses up a confirmation. Raises `CommandFailure` when it is not the one of this very change, or
   * the order has changed since.
   */
  take(confirmation: string, asked: DryRunRequest): void {
    const shown = this.#kept.get(confirmation)
    if (shown === undefined)
      throw new CommandFailure('There is no such confirmation, or it was used already.', { code: 'NotConfirmed', remedy })
    if (!isDeepStrictEqual({ ...shown, versionId: '' }, { ...asked, versionId: '' }))
      throw new CommandFailure('The dry run was of another change.', { code: 'NotConfirmed', remedy })
    this.#kept.delete(confirmation)
    if (shown.versionId !== asked.versionId)
      throw new CommandFailure('The order has changed since the dry run.', { code: 'VersionMismatch', remedy })
  }
}

const remedy = 'Call without `confirmation` for a new dry run.'
