// An ERP connector to start from: reads new postings, enters them as vouchers, and acknowledges.
// See docs/how-to/export-to-an-erp.md. Needs Node 20 or newer and the package "nats". Here a folder
// takes the place of the ERP: replace `bookVoucher` by calls of yours.
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { connect } from 'nats'

const {
  OMS_URL = 'http://127.0.0.1:8080',
  OMS_CLIENT_ID = 'demo',
  OMS_CLIENT_SECRET = 'demo-secret',
  NATS_URL = 'nats://127.0.0.1:4222',
  NATS_USER,
  NATS_PASSWORD,
  ERP_FOLDER = './vouchers',
} = process.env

async function rest(path, { token, body } = {}) {
  const response = await fetch(`${OMS_URL}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { ...(token && { authorization: `Bearer ${token}` }), 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
  return await response.json()
}

/** Every posting that the ERP has not taken over yet, the oldest first, however many there are. */
async function newPostings(token) {
  const found = []
  for (let after = null; ; ) {
    const body = { status: 'Posted', take: 100, ...(after !== null && { after }) }
    const page = await rest('/api/Accounting/Postings/Search', { token, body })
    found.push(...page.result)
    if (page.next === null) return found.reverse()
    after = page.next
  }
}

const voucherFile = (postingId) => join(ERP_FOLDER, `${postingId}.json`)

async function voucherOf(postingId) {
  const text = await readFile(voucherFile(postingId), 'utf8').catch(() => null)
  return text === null ? null : JSON.parse(text)
}

/**
 * Books one voucher. The posting id is its key: a posting that was booked before the connector died
 * is found again, not booked twice. A posting that replaces one which the ERP has takes that
 * voucher back in the same breath.
 */
async function bookVoucher(posting, lines) {
  const known = await voucherOf(posting.id)
  if (known !== null) return known
  const replaced = posting.supersedesPostingId === null ? null : await voucherOf(posting.supersedesPostingId)
  const voucher = {
    number: `V-${posting.id.slice(-12)}`,
    reverses: replaced?.number ?? null,
    date: posting.postingDate.slice(0, 10),
    company: posting.accountingCompanyCode,
    currency: posting.currencyCode,
    exportedAt: new Date().toISOString(),
    rows: lines.map(({ accountNumber, debit, credit, vatCode, description, storeId }) => ({
      accountNumber,
      debit,
      credit,
      vatCode,
      description,
      storeId,
    })),
  }
  await writeFile(`${voucherFile(posting.id)}.new`, JSON.stringify(voucher, null, 2))
  await rename(`${voucherFile(posting.id)}.new`, voucherFile(posting.id))
  return voucher
}

/**
 * Acknowledges a voucher. The same event again is dropped by the stream, or found to be done. These
 * five attributes are all that an event needs: `subject`, `time`, `datacontenttype` and
 * `dataschema` may be added.
 */
async function acknowledge(jetstream, posting, voucher) {
  const id = `exported-${posting.id}`
  const envelope = {
    specversion: '1.0',
    id,
    source: '/my-erp',
    type: 'erp.posting.exported.v1',
    data: { postingId: posting.id, externalReference: voucher.number, exportedAt: voucher.exportedAt },
  }
  await jetstream.publish(envelope.type, JSON.stringify(envelope), { msgID: id })
}

await mkdir(ERP_FOLDER, { recursive: true })
const { accessToken: token } = await rest('/api/Token?returnAsJson=true', {
  body: { clientId: OMS_CLIENT_ID, clientSecret: OMS_CLIENT_SECRET },
})
// The address may carry the credentials, as the one does that `npm start` prints.
const { host, username, password } = new URL(NATS_URL)
const [user, pass] = [NATS_USER ?? decodeURIComponent(username), NATS_PASSWORD ?? decodeURIComponent(password)]
// The server lets this user read its replies under this prefix only.
const inboxPrefix = '_INBOX_erp-connector'
const nats = await connect({ servers: host, inboxPrefix, ...(user && { user, pass }) })
try {
  for (const posting of await newPostings(token)) {
    const lines = await rest(`/api/Accounting/Postings/${posting.id}/Lines`, { token })
    const voucher = await bookVoucher(posting, lines)
    await acknowledge(nats.jetstream(), posting, voucher)
    console.log(`${posting.id}  ${voucher.number}${voucher.reverses === null ? '' : `, reverses ${voucher.reverses}`}`)
  }
} finally {
  await nats.drain()
}
