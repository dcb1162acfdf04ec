import type { DeclareCommand } from '../../command.ts'
import { explainOrder } from './explain-order.ts'
import { holdOrder, releaseOrder } from './hold-order.ts'
import { readTimeline } from './read-timeline.ts'
import { retryOrder } from './retry-order.ts'
import { showInvoice, showOrder } from './show-order.ts'

/** `oms order …` */
export const orderCommands: readonly DeclareCommand[] = [
  explainOrder,
  showOrder,
  readTimeline,
  retryOrder,
  holdOrder,
  releaseOrder,
  showInvoice,
]
