import type { Examples } from './example-recorder.ts'

const KIBIBYTE = 1_024

/** What fails for reasons that any call may have. */
export async function errorExamples({ call, until }: Examples): Promise<void> {
  const path = { orderId: 'K-1' }
  const client = { client_id: 'demo', client_secret: 'demo-secret' }
  const form = { grant_type: 'client_credentials', ...client }
  const { access_token: narrow } = await call('createOAuthToken', {
    isAnonymous: true,
    form: { ...form, scope: 'ProductRead' },
    isKept: false,
  })
  await call('getOrder', { path, headers: { authorization: `Bearer ${narrow}` }, status: 403 })
  await call('createToken', { isAnonymous: true, body: { clientId: 'x'.repeat(20 * KIBIBYTE) }, status: 413 })
  await call('getOrder', { path: { orderId: 'x'.repeat(2 * KIBIBYTE) }, status: 414 })
  const query = { fileName: 'care.txt' }
  const text = 'Wash by hand.\n'
  const toCup = { path: { skuId: 'CUP' }, query }
  await call('addProductAsset', { ...toCup, file: { text, contentType: 'text/html' }, status: 415 })
  const added = await call('addProductAsset', {
    ...toCup,
    file: { text, contentType: 'application/octet-stream' },
    isKept: false,
  })
  const { assetId } = [added].flat()[0] ?? {}
  const file = { path: { assetId, ...query }, headers: { range: 'bytes=1000-' }, status: 416 }
  await call('getAssetFile', file)
  const headers = { 'idempotency-key': 'comment-1' }
  await call('addComment', { body: { orderId: 'K-2', commentText: 'First.' }, headers, isKept: false })
  await call('addComment', { body: { orderId: 'K-2', commentText: 'Another.' }, headers, status: 422 })
  // The last: no token can be had for a minute.
  await until(() => true, 'createOAuthToken', { isAnonymous: true, form: { grant_type: 'password' }, status: 429 })
}
