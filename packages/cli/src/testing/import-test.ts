import { mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startedSystem } from './started-system.ts'

/** A system that runs, files to import, and the results of commands. */
export async function startImportTest() {
  const { client, oms, dataDir } = await startedSystem()
  const folder = await mkdtemp(join(tmpdir(), 'oms-import-'))
  const inFolder = (name: string) => join(folder, name)
  const writeTestFile = async (name: string, content: string | Buffer) => {
    await writeFile(inFolder(name), content)
    return inFolder(name)
  }
  const json = async (args: readonly string[]) => {
    const { code, stdout, stderr } = await oms([...args, '--json'])
    return { code, stderr, result: stdout === '' ? null : JSON.parse(stdout) }
  }
  const readProblems = async (path: string) =>
    (await readFile(path, 'utf8'))
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line))
  const exists = async (id: string) =>
    (await client.call('GET', `/api/Orders/${encodeURIComponent(id)}/Exists`, { also: [404] })).status === 200
  return { client, oms, dataDir, inFolder, writeTestFile, json, readProblems, exists }
}

/** An order as another system knew it: delivered and paid years ago. */
export const order = (number: string, fields: Record<string, unknown> = {}) => ({
  orderNumber: number,
  storeId: 'Oslo-01',
  marketId: 'NOR',
  orderType: 'Online',
  status: 'Completed',
  created: '2019-03-01T10:00:00Z',
  billingCurrency: 'NOK',
  total: 298,
  orderForm: {
    lineItems: [{ lineItemId: '1', code: 'CUP', quantity: 2, deliveredQuantity: 2, placedPrice: 124.5, taxRate: 25 }],
    shipments: [{ shippingSubTotal: 49 }],
    payments: [
      {
        amount: 298,
        transactionType: 'Capture',
        status: 'Processed',
        transactionId: `t-${number}`,
        paymentMethodName: 'Card',
        created: '2019-03-02T00:00:00Z',
      },
    ],
  },
  ...fields,
})
/** One item a line. */
export const ndjson = (items: readonly unknown[]) => items.map((item) => `${JSON.stringify(item)}\n`).join('')
