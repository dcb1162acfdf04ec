import { accountingEvents } from './accounting/events.ts'
import { auditStream } from './audit/audit-record.ts'
import { catalogEvents } from './catalog/events.ts'
import { documentStream } from './config/stored-documents.ts'
import { type EventContract, foreignStream, type StreamName, streams } from './event.ts'
import { lossReplyPrefix, lossSubjects } from './event-losses.ts'
import type { NatsUser } from './events/nats-user-names.ts'
import { orderEvents } from './orders/events.ts'

/** A durable consumer: its name on the server, its stream, and the one filter of what it gets. */
export type Durable = { name: string; stream: StreamName; filterSubject: string }

/** The durable consumers of the services. Never renamed: a new name starts from the beginning. */
export const durables = {
  accountingErp: { name: 'accounting-erp', stream: 'ERP', filterSubject: streams.ERP },
  accountingPayments: { name: 'accounting-payments', stream: 'ORDERS', filterSubject: streams.ORDERS },
  accountingZReports: { name: 'accounting-z-reports', stream: 'ORDERS', filterSubject: 'orders.zreport.>' },
  ordersProducts: { name: 'orders-products', stream: 'CATALOG', filterSubject: streams.CATALOG },
  ordersWebhooks: { name: 'orders-webhooks', stream: 'ORDERS', filterSubject: streams.ORDERS },
  ordersWebhooksAccounting: { name: 'orders-webhooks-accounting', stream: 'ACCOUNTING', filterSubject: streams.ACCOUNTING },
  ordersWebhooksCatalog: { name: 'orders-webhooks-catalog', stream: 'CATALOG', filterSubject: streams.CATALOG },
  ordersWebhooksErp: { name: 'orders-webhooks-erp', stream: 'ERP', filterSubject: streams.ERP },
} as const satisfies Record<string, Durable>

export type NatsService = {
  publishes: readonly EventContract[]
  /**
   * The streams that it creates: those of its own events, and those of others outside that only it
   * reads.
   */
  streams: readonly StreamName[]
  durables: readonly Durable[]
}

/** What each service does at NATS; its rights there follow from it (security.md#rights-at-nats). */
export const natsServices = {
  'catalog-assets': { publishes: catalogEvents, streams: ['CATALOG'], durables: [] },
  'orders-workflow': {
    publishes: orderEvents,
    streams: ['ORDERS'],
    durables: [
      durables.ordersProducts,
      durables.ordersWebhooks,
      durables.ordersWebhooksAccounting,
      durables.ordersWebhooksCatalog,
      durables.ordersWebhooksErp,
    ],
  },
  'accounting-read': {
    publishes: accountingEvents,
    streams: ['ACCOUNTING', 'ERP'],
    durables: [durables.accountingPayments, durables.accountingZReports, durables.accountingErp],
  },
} as const satisfies Record<string, NatsService>
export type NatsServiceName = keyof typeof natsServices

/** What the subjects of a user's replies begin with, so that no user reads those of another. */
export function natsInboxPrefix(user: NatsUser): string {
  return `_INBOX_${user}`
}

/** `deny`: what of `publish` is refused all the same. */
export type NatsPermissions = { publish: readonly string[]; deny?: readonly string[]; subscribe: readonly string[] }

/** The streams that a service publishes to. */
export function publishedStreams(name: NatsServiceName): StreamName[] {
  const { publishes }: NatsService = natsServices[name]
  return [...new Set(publishes.map(({ stream }) => stream))]
}

/** The services that read a stream. */
function streamReaders(stream: StreamName): NatsServiceName[] {
  const names = Object.keys(natsServices) as NatsServiceName[]
  return names.filter((name) => natsServices[name].durables.some((durable) => durable.stream === stream))
}

/**
 * The subjects on which consumers ask publishers for lost events, and get responses
 * (events.md#requests-to-the-publisher).
 */
function lossPermissions(user: NatsServiceName): NatsPermissions {
  const published = publishedStreams(user)
  const { durables: own }: NatsService = natsServices[user]
  const read = [...new Set(own.map(({ stream }) => stream))].filter((stream) => stream !== foreignStream)
  const readers = [...new Set(published.flatMap(streamReaders))]
  return {
    publish: [
      ...read.flatMap((stream) => [lossSubjects(stream).repeat, lossSubjects(stream).published]),
      ...readers.map((reader) => `${lossReplyPrefix(reader)}.>`),
    ],
    subscribe: [
      ...published.map((stream) => lossSubjects(stream).all),
      ...(read.length > 0 ? [`${lossReplyPrefix(user)}.>`] : []),
    ],
  }
}

/** Every process reads what counts in place of files; the one whose table has it writes it. */
const readsDocuments = [`$JS.API.STREAM.MSG.GET.${documentStream.name}`]
const writesDocuments = [documentStream.subject, `$JS.API.STREAM.CREATE.${documentStream.name}`]

/** What the service may do that takes audit records from all others. */
const takesAudit = [
  `$JS.API.STREAM.CREATE.${auditStream.name}`,
  `$JS.API.CONSUMER.CREATE.${auditStream.name}.${auditStream.consumer}.${auditStream.subject}`,
  `$JS.API.CONSUMER.INFO.${auditStream.name}.${auditStream.consumer}`,
  `$JS.API.CONSUMER.MSG.NEXT.${auditStream.name}.${auditStream.consumer}`,
  `$JS.ACK.${auditStream.name}.${auditStream.consumer}.>`,
]

/** What a durable consumer is made, read, asked about and removed by. */
function consumerSubjects(stream: StreamName, name: string): string[] {
  return [
    ...['CREATE', 'INFO', 'MSG.NEXT', 'DELETE'].map((act) => `$JS.API.CONSUMER.${act}.${stream}.${name}`),
    ...[`$JS.API.CONSUMER.CREATE.${stream}.${name}.>`, `$JS.ACK.${stream}.${name}.>`],
  ]
}

/**
 * Programs beside the system have durable consumers of their own on every stream, and those of the
 * services not at all (docs/how-to/read-the-streams.md).
 */
const readsEvents: Omit<NatsPermissions, 'subscribe'> = {
  publish: (Object.keys(streams) as StreamName[]).flatMap((stream) => [
    `$JS.API.STREAM.INFO.${stream}`,
    ...consumerSubjects(stream, '*'),
  ]),
  deny: Object.values(durables).flatMap(({ stream, name }) => consumerSubjects(stream, name)),
}

/**
 * The subjects that a user may publish and subscribe to, those of JetStream included
 * (security.md#rights-at-nats).
 */
export function natsUserPermissions(user: NatsUser): NatsPermissions {
  const subscribe = [`${natsInboxPrefix(user)}.>`]
  if (user === 'operator') return { publish: ['>'], subscribe: ['>'] }
  if (user === 'subscriber') return { ...readsEvents, subscribe }
  if (user === 'erp-connector') return { publish: [streams.ERP], subscribe }
  if (user === 'gateway')
    return { publish: [...readsDocuments, auditStream.subject], subscribe: [...subscribe, documentStream.subject] }
  const service: NatsService = natsServices[user]
  const used = [...new Set([...service.streams, ...service.durables.map(({ stream }) => stream)])]
  const published = publishedStreams(user)
  const losses = lossPermissions(user)
  const publish = [
    ...service.publishes.map(({ type }) => type),
    ...service.streams.map((stream) => `$JS.API.STREAM.CREATE.${stream}`),
    ...used.flatMap((stream) => [`$JS.API.STREAM.INFO.${stream}`, `$JS.API.STREAM.MSG.GET.${stream}`]),
    // Whoever repeats the lost events of a stream sets its consumers back
    // (events.md#losses-of-a-stream).
    ...published.flatMap((stream) => [
      `$JS.API.CONSUMER.LIST.${stream}`,
      `$JS.API.CONSUMER.DELETE.${stream}.*`,
      `$JS.API.CONSUMER.CREATE.${stream}.>`,
    ]),
    ...service.durables.flatMap(({ name, stream, filterSubject }) => [
      `$JS.API.CONSUMER.CREATE.${stream}.${name}.${filterSubject}`,
      `$JS.API.CONSUMER.INFO.${stream}.${name}`,
      `$JS.API.CONSUMER.MSG.NEXT.${stream}.${name}`,
      `$JS.ACK.${stream}.${name}.>`,
    ]),
    ...losses.publish,
    ...readsDocuments,
    ...(user === 'orders-workflow' ? writesDocuments : []),
    ...(user === auditStream.keeper ? takesAudit : [auditStream.subject]),
  ]
  return { publish, subscribe: [...subscribe, documentStream.subject, ...losses.subscribe] }
}
