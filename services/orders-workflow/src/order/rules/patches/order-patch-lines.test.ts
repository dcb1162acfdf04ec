import t, { type Test } from 'tap'
import { findOrderLine, orderWithLines } from '../../../testing/orders/orders-with-lines.ts'
import { patching } from '../../../testing/orders/patch-harness.ts'

const { patched, linesPatched, stored } = await patching()

const order = (form: object = {}) => stored(orderWithLines(form))
const refuses = (t: Test, work: () => unknown, path: string) =>
  t.throws(work, { code: 'ValidationFailed', details: { errors: { [path]: [String] } } } as never)

t.test('given unknown lines and fixed fields, when PatchUpdateOrderLines is applied, then they are ignored', async (t) => {
  const ignored = {
    components: [{ componentId: 'c' }],
    groupId: 'g',
    isBundle: true,
    isPackageProduct: true,
    isPackageBrokeDown: true,
    isBackorder: true,
    readyForPickupQuantity: 1,
    createPurchaseOrder: true,
    modifiedReason: 'r',
    total: 5,
    extendedPrice: 7,
  }
  const before = order()
  t.equal(
    linesPatched(before, [
      { lineItemId: '1', ...ignored },
      { lineItemId: 'ghost', quantity: 7 },
    ]),
    before,
  )
  t.match(
    findOrderLine(
      linesPatched(before, [
        { lineItemId: 'ghost', quantity: -7 },
        { lineItemId: '1', size: 'L', isBundle: true },
      ]),
    ),
    { size: 'L', isBundle: false },
  )
  t.match(findOrderLine(patched(before, { orderForm: { lineItems: [{ lineItemId: '1', groupId: 'g' }] } })), { groupId: 'g' })
})

t.test('given a wrong patch, when PatchUpdateOrderLines is applied, then its index counts skipped lines too', async (t) => {
  refuses(t, () => linesPatched(order(), [{ lineItemId: 'ghost' }, { lineItemId: '2', quantity: 0 }]), '[1].quantity')
  refuses(t, () => linesPatched(order(), [{ lineItemId: '1' }, { lineItemId: '' }]), '[1].lineItemId')
  refuses(t, () => linesPatched(order(), [{ lineItemId: '1' }, { lineItemId: '2' }, { lineItemId: '1' }]), '[2].lineItemId')
  refuses(t, () => linesPatched(order(), []), '')
})

t.test('given a read-only or deleted order, when PatchUpdateOrderLines is applied, then it is refused', async (t) => {
  t.throws(() => linesPatched({ ...order(), isReadOnly: true }, [{ lineItemId: '1', size: 'L' }]), {
    code: 'OrderIsReadOnly',
  } as never)
  t.throws(() => linesPatched({ ...order(), status: 'Deleted' }, [{ lineItemId: '1' }]), { code: 'OrderIsDeleted' } as never)
})
