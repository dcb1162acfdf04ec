import { setTimeout as delay } from 'node:timers/promises'
import { writeProduct } from './catalogue-commands.ts'
import type { Client } from './client.ts'
import * as goods from './goods-commands.ts'
import { importOrders } from './import-commands.ts'
import { sendInvoice } from './message-commands.ts'
import * as orders from './order-commands.ts'
import * as returns from './return-commands.ts'
import * as shop from './shop-commands.ts'

type Command = { run: (client: Client) => Promise<void>; weight: number }

/** What clients do, and how often beside the others. */
const commands: readonly Command[] = [
  { run: orders.create, weight: 10 },
  { run: orders.addMany, weight: 1 },
  { run: orders.sellAtTill, weight: 4 },
  { run: orders.read, weight: 10 },
  { run: orders.readMany, weight: 3 },
  { run: orders.patch, weight: 10 },
  { run: orders.replace, weight: 5 },
  { run: orders.comment, weight: 5 },
  { run: orders.changeComment, weight: 2 },
  { run: orders.hold, weight: 2 },
  { run: orders.release, weight: 3 },
  { run: orders.remove, weight: 2 },
  { run: goods.pay, weight: 12 },
  { run: goods.updateStatus, weight: 12 },
  { run: goods.deliver, weight: 5 },
  { run: goods.split, weight: 3 },
  { run: goods.cancelLine, weight: 2 },
  { run: goods.refund, weight: 2 },
  { run: goods.captureOrVoid, weight: 2 },
  { run: goods.pressButton, weight: 3 },
  { run: goods.usePaymentLink, weight: 4 },
  { run: returns.takeBack, weight: 5 },
  { run: returns.exchange, weight: 3 },
  { run: returns.sendAgain, weight: 2 },
  { run: returns.manageRun, weight: 3 },
  { run: shop.adjustStock, weight: 4 },
  { run: shop.transferStock, weight: 3 },
  { run: shop.countStock, weight: 1 },
  { run: shop.orderCart, weight: 3 },
  { run: shop.closeTill, weight: 1 },
  { run: shop.scroll, weight: 1 },
  { run: shop.search, weight: 2 },
  { run: writeProduct, weight: 4 },
  { run: importOrders, weight: 2 },
  { run: sendInvoice, weight: 4 },
  { run: shop.readPostings, weight: 1 },
]

const THINK_MS = { min: 50, max: 600 }

/** Has each client do one command after the other until the signal. */
export async function runClients(clients: readonly Client[]): Promise<void> {
  await Promise.all(clients.map(runClient))
}

async function runClient(client: Client): Promise<void> {
  const { random, signal } = client
  while (!signal.aborted) {
    await random.weighted(commands).run(client)
    await delay(random.integer(THINK_MS.min, THINK_MS.max), undefined, { signal }).catch(() => undefined)
  }
}
