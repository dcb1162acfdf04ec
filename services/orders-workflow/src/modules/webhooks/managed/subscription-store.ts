import type { WebhookSubscription } from '@open-oms/contracts/orders/webhooks/webhook-subscription'
import type { Database } from '@open-oms/service-kit/database/database'
import { Sql, statement } from '@open-oms/service-kit/database/statement'
import type { Transaction } from '@open-oms/service-kit/database/transaction'
import { usePrisma } from '../../../database/use-prisma.ts'
import { WEBHOOK_SUBSCRIPTIONS } from '../../../order/store/advisory-lock.ts'

type Secrets = readonly [current: string, previous?: string]

/** A managed subscription with the secrets that sign what is sent, the newest first. */
export type ManagedSubscription = { subscription: WebhookSubscription; secrets: Secrets }

const columns = `document, secret, case when previous_until > now() then previous_secret end as previous`
const row = { document: Sql.json, secret: Sql.text, previous: Sql.nullable(Sql.text) }

const readAll = statement({
  name: 'webhook-subscriptions',
  text: `select ${columns} from webhook_subscription order by id`,
  parameters: [],
  row,
})

const lockOne = statement({
  name: 'webhook-subscription-lock',
  text: `select ${columns} from webhook_subscription where id = $1 for update`,
  parameters: [Sql.uuid],
  row,
})

function managed({ document, secret, previous }: { document: string; secret: string; previous: string | null }) {
  const secrets: Secrets = previous === null ? [secret] : [secret, previous]
  return { subscription: JSON.parse(document) as WebhookSubscription, secrets }
}

/** All managed subscriptions. */
export async function readManaged(database: Pick<Database, 'query'>): Promise<ManagedSubscription[]> {
  return (await readAll.on(database)).map(managed)
}

/** One with its row locked until the transaction ends; null when there is none. */
export async function lockManaged(tx: Transaction, id: string): Promise<ManagedSubscription | null> {
  const [found] = await lockOne.on(tx, id)
  return found === undefined ? null : managed(found)
}

const lockList = statement({
  name: 'webhook-subscriptions-lock',
  text: 'select pg_advisory_xact_lock($1, 0)',
  parameters: [Sql.integer],
  row: { pg_advisory_xact_lock: Sql.nothing },
})

/** How many there are; until the transaction ends no further one is added. */
export async function countManaged(tx: Transaction): Promise<number> {
  await lockList.on(tx, WEBHOOK_SUBSCRIPTIONS)
  return usePrisma(tx, (prisma) => prisma.webhookSubscription.count())
}

/** Adds a subscription with its secret. */
export async function insertManaged(tx: Transaction, subscription: WebhookSubscription, secret: string): Promise<void> {
  const { id } = subscription
  await usePrisma(tx, (prisma) => prisma.webhookSubscription.create({ data: { id, document: subscription, secret } }))
}

/** The former secret of a renewed one, and until when it signs as well. */
export type FormerSecret = { previousSecret: string; previousUntil: Date }

/** Writes a subscription whose row is locked; with `renewed` its new secret too. */
export async function updateManaged(
  tx: Transaction,
  subscription: WebhookSubscription,
  renewed?: FormerSecret & { secret: string },
): Promise<void> {
  const { id } = subscription
  await usePrisma(tx, (prisma) =>
    prisma.webhookSubscription.update({ where: { id }, data: { document: subscription, ...renewed } }),
  )
}

/** Removes a subscription whose row is locked. */
export async function deleteManaged(tx: Transaction, id: string): Promise<void> {
  await usePrisma(tx, (prisma) => prisma.webhookSubscription.deleteMany({ where: { id } }))
}
