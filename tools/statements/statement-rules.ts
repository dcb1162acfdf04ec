import { type StatementPart, statementParts } from './statement-parts.ts'

type Write = 'insert into' | 'update' | 'delete from'

/** A condition that every write of a table carries. */
type GuardRule = {
  table: string
  writes: readonly Write[]
  guard: RegExp
  /** What is lost where it is left out. */
  why: string
  /** Statements that go without, each with its reason. */
  except: Readonly<Record<string, string>>
}

const changes: readonly Write[] = ['update', 'delete from']

/** The guards of tables: what writes one of them has its guard, or its reason here. */
export const guardRules: readonly GuardRule[] = [
  {
    table: 'order',
    writes: ['update'],
    guard: /o\.event_sequence = w\.sequence_before/,
    why: 'a write that another has overtaken would number its events twice',
    except: { 'orders-update-derived': 'the rows are locked; derived fields make no version and no event' },
  },
  {
    table: 'workflow_run',
    writes: ['update'],
    guard:
      /r\.fencing_token = (\$2|[a-z]\.fencing_token) and r\.state = 'Running'|fencing_token = m\.|state = '(Waiting|Held)'|state = 'Running' and lease_until < now/,
    why: 'a process that was taken for dead would continue with a run that another has',
    except: {
      'run-reopen': 'the caller has locked the order and read the run',
      'run-take-over': 'it takes the rows of its part `chosen`, which has locked them',
    },
  },
  {
    table: 'workflow_step_attempt',
    writes: ['insert into', 'update'],
    guard:
      /exists \(select from (held|begun)\)|in \(select id from begun\)|from (held|closed|given_up|reopened as r|woken as w)\b/,
    why: 'attempts of a run that this process does not hold would be written',
    except: {},
  },
  {
    table: 'message',
    writes: changes,
    guard: /state (=|<>) 'Waiting'|next_attempt <= now\(\)|compose_at is not null/,
    why: 'a message that was sent or given up would be sent again, or one that waits be forgotten',
    except: {
      'message-adopt-files': 'it adds a folder to what is kept, whatever the state',
      'order-forget': 'its customer is erased: what waits is not sent',
      'erasure-sweep': 'its customer is erased: what waits is not sent',
    },
  },
  {
    table: 'job_item',
    writes: ['update'],
    guard: /outcome is null/,
    why: 'an item that has ended would be done again',
    except: { 'order-purge': 'it clears the reasons of ended items too' },
  },
  {
    table: 'job',
    writes: ['update'],
    guard: /state = 'Queued'|state in \('Queued', 'Running'\)|from ended where/,
    why: 'a job that has ended or was cancelled would go on',
    except: { 'erasure-sweep': 'it clears the notes of ended jobs too' },
  },
  {
    table: 'webhook_delivery',
    writes: changes,
    guard: /state (=|<>) 'Waiting'/,
    why: 'a delivery would be counted twice, or removed before it is sent',
    except: {
      'webhook-replay': 'the request chooses deliveries of any state',
      'webhook-delete-unsent': 'nothing sends for a subscription that was deleted',
    },
  },
  {
    table: 'order_lock',
    writes: changes,
    guard: /holder = \$2/,
    why: 'a command would end the lock of another',
    except: {},
  },
  {
    table: 'scroll',
    writes: changes,
    guard: /client_id = \$2|expires <= \$1/,
    why: 'a client would move the scroll of another',
    except: {},
  },
  {
    table: 'cart',
    writes: ['update'],
    guard: /version_number = |for update/,
    why: 'two changes of a cart would become one',
    except: {},
  },
  {
    table: 'kit.idempotency_key',
    writes: changes,
    guard: /token = \$5|k\.token\) = \(/,
    why: 'a claim that another request has taken over would be answered or given back',
    except: {
      'erasure-delete-requests': 'it removes responses, no claims',
      'erasure-empty-responses': 'it empties responses, no claims',
    },
  },
  {
    table: 'stored_file',
    writes: ['delete from'],
    guard: /not exists \(select from asset_place/,
    why: 'content that is shown would be removed',
    except: {},
  },
  {
    table: 'kit.event',
    writes: ['insert into'],
    guard: /exists \(select from \w+\)/,
    why: 'events of a write that did not happen would be published',
    except: { 'kit-outbox-append': 'a statement of its own in the transaction of the write' },
  },
]

/** Statements with writes that do not depend on the first one, each with its reason. */
export const untied: Readonly<Record<string, string>> = {
  'kit-begin-behind-gap': 'the next event is due at any position',
  'kit-claim-events': 'the transaction is rolled back unless all are written',
  'order-forget': 'the order is locked, and is purged in the same transaction',
  'erasure-sweep': 'each part removes what it finds',
  'erasure-finish': 'the list has the customer also where nothing was noted',
  'kit-idempotency-release': 'claims of two kinds, each by its token',
  'kit-insert-dead-letter': 'the event becomes a dead letter whether or not it was parked',
  'orders-fold-again': 'the orders are locked',
  'orders-index-fields': 'the orders are locked',
  'other-recipients-count': 'the days before are of no use, whatever becomes of this one',
  'refund-day-count': 'the days before are of no use, whatever becomes of this one',
  'orders-update-derived': 'the orders are locked',
  'webhook-delete-unsent': 'a subscription without lanes may have deliveries that were given up',
  'webhook-next': 'the lane is locked, and either ends or continues',
  'z-report-release-orders': 'the report is locked, and has both orders and payments',
  'z-report-remove-waiting': 'an order waits with its sale, its refund, or both',
  'z-report-take-orders': 'the transaction is rolled back unless all are written',
  'asset-places-save': 'the product or customer is locked',
  'files-drop-released': 'the files are locked, and either kept or removed',
  'files-refer': 'the transaction is rolled back unless all holds are found',
}

const isWrite = ({ sql }: StatementPart) => /^(insert|update|delete)\b/.test(sql)
const isLock = ({ sql }: StatementPart) => /\bfor (no key )?(update|share)\b|advisory_xact_lock/.test(sql)

/** What is wrong in a statement: a write without the guard of its table. */
export function guardProblems({ name, text }: { name: string; text: string }): string[] {
  const unguarded = guardRules.filter((rule) => !(name in rule.except) && unguardedWrites(rule, text).length > 0)
  return unguarded.map(({ table, why }) => `${name} writes ${table} without its guard: ${why}`)
}

/** The parts of a statement that write the table of a rule. */
export function guardedWrites({ table, writes }: GuardRule, text: string): string[] {
  const write = new RegExp(`^(${writes.join('|')}) "?${table}"?(?![\\w.])`)
  return statementParts(text).flatMap(({ sql }) => (write.test(sql) ? [sql] : []))
}

/** Those of them that have not its guard. */
export function unguardedWrites(rule: GuardRule, text: string): string[] {
  // What an update sets is no condition.
  const conditions = (sql: string) => sql.replace(/^update .*? set .*?(?= (from|where) )/, '')
  return guardedWrites(rule, text).filter((sql) => !rule.guard.test(conditions(sql)))
}

/** The writes of a statement that happen even where its first one finds nothing to write. */
export function untiedParts(text: string): string[] {
  const parts = statementParts(text)
  const tied = new Set<string | null>()
  const found: string[] = []
  for (const part of parts) {
    const isFirst = tied.size === 0 && (isWrite(part) || isLock(part))
    const dependsOn = [...tied].some((name) =>
      new RegExp(`\\b(from|join|using)( [\\w.]+( as)? \\w+,)? ${name}\\b`).test(part.sql),
    )
    if (isFirst || dependsOn) tied.add(part.name)
    else if (isWrite(part)) found.push(part.name ?? 'the main part')
  }
  return found
}

/** The parts of a statement that have no comment. */
export function uncommentedParts(text: string): string[] {
  return statementParts(text).flatMap(({ name, comment }) => (name === null || comment !== null ? [] : [name]))
}
