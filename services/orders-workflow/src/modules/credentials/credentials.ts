import { CREDENTIAL_ROWS_AT_ONCE, type CredentialRow, type CredentialRowWrite } from '@open-oms/contracts/gateway/credential-rows'
import type { Database } from '@open-oms/service-kit/database/database'
import { Sql, statement } from '@open-oms/service-kit/database/statement'

type Reader = Pick<Database, 'query'>

const row = { name: Sql.text, version: Sql.integer, key_id: Sql.text, sealed: Sql.text }
type Row = { name: string; version: number; key_id: string; sealed: string }
const toCredentialRow = ({ key_id: keyId, ...others }: Row): CredentialRow => ({ ...others, keyId })

const find = statement({
  name: 'credential-find',
  text: 'select name, version, key_id, sealed from credential where name = $1',
  parameters: [Sql.text],
  row,
})

/** A row of the gateway; null when there is none. */
export async function readCredential(database: Reader, name: string): Promise<CredentialRow | null> {
  const [found] = await find.on(database, name)
  return found === undefined ? null : toCredentialRow(found)
}

const insert = statement({
  name: 'credential-insert',
  text: `insert into credential (name, version, key_id, sealed, changed) values ($1, 1, $2, $3, $4)
    on conflict (name) do nothing returning version`,
  parameters: [Sql.text, Sql.text, Sql.text, Sql.timestamptz],
  row: { version: Sql.integer },
})

const replace = statement({
  name: 'credential-replace',
  text: `update credential set version = version + 1, key_id = $2, sealed = $3, changed = $4
    where name = $1 and version = $5 returning version`,
  parameters: [Sql.text, Sql.text, Sql.text, Sql.timestamptz, Sql.integer],
  row: { version: Sql.integer },
})

/** Writes a row unless it has changed since the version of the write: false then. */
export async function writeCredential(
  database: Reader,
  name: string,
  { keyId, sealed, version, changed }: CredentialRowWrite & { changed: Date },
): Promise<boolean> {
  const written =
    version === 0
      ? await insert.on(database, name, keyId, sealed, changed)
      : await replace.on(database, name, keyId, sealed, changed, version)
  return written.length === 1
}

const listOthers = statement({
  name: 'credential-list-others',
  text: `select name, version, key_id, sealed from credential where key_id <> $1 and name > $2
    order by name limit ${CREDENTIAL_ROWS_AT_ONCE}`,
  parameters: [Sql.text, Sql.text],
  row,
})

/** Rows that another key than the given one has sealed, after a name. */
export async function listCredentialsOfOtherKeys(database: Reader, keyId: string, after: string): Promise<CredentialRow[]> {
  return (await listOthers.on(database, keyId, after)).map(toCredentialRow)
}
