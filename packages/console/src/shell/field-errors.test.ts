import { ApiError } from '@open-oms/client/errors'
import t from 'tap'
import { fieldErrors } from './field-errors.ts'

const refusal = (code: string, errors: Record<string, string[]>) =>
  new ApiError({ status: 400, code, message: 'Refused.', errors, fields: {}, traceId: null, requestId: null, retryAfterMs: null })

t.test('given a refusal of some fields, when it is placed, then each has its texts and nothing is left', async (t) => {
  const error = refusal('ValidationFailed', { productId: ['must be short', 'must be plain'], price: ['must not be negative'] })
  t.same(fieldErrors(error, ['productId', 'price', 'name']), {
    of: { productId: 'must be short; must be plain', price: 'must not be negative' },
    rest: null,
  })
  const inList = refusal('ValidationFailed', { '[0].externalUrl': ['is not allowed'] })
  t.same(fieldErrors(inList, ['externalUrl'], { prefix: '[0].' }), { of: { externalUrl: 'is not allowed' }, rest: null })
})

t.test('given a refusal of what the form does not have, when it is placed, then the error is shown too', async (t) => {
  const error = refusal('ValidationFailed', { name: ['must be short'], 'variants[0].skuId': ['is taken'] })
  t.same(fieldErrors(error, ['name']), { of: { name: 'must be short' }, rest: error })
  const whole = refusal('CircularReference', {})
  t.same(fieldErrors(whole, ['name']), { of: {}, rest: whole })
  const lost = new Error('no connection')
  t.same(fieldErrors(lost, ['name']), { of: {}, rest: lost })
  t.same(fieldErrors(null, ['name']), { of: {}, rest: null })
})

t.test('given a code that is about one field, when it is placed, then the field has its message', async (t) => {
  const error = refusal('ProductIdExists', {})
  t.same(fieldErrors(error, ['productId'], { codes: { ProductIdExists: 'productId' } }), {
    of: { productId: 'Refused.' },
    rest: null,
  })
})
