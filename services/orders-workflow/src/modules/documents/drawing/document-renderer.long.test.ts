// Shared process: it measures processor time.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DocumentSettings } from '@open-oms/contracts/config/document-settings'
import { measureCpuTime } from '@open-oms/service-kit/testing/cpu-time'
import type { Teardown } from '@open-oms/service-kit/testing/test-database'
import t from 'tap'
import { documentConfig, documentOrder, documentRequest, sampleLogo } from '../../../testing/documents/document-samples.ts'
import { pdfPages } from '../../../testing/documents/pdf-text.ts'
import { documentModel } from '../domain/document-model.ts'
import { createDocumentRenderer, type DocumentRendererOptions } from './document-renderer.ts'

const settings: DocumentSettings = { logo: 'logo.png', fallbackFonts: [], issuers: [] }
const model = documentModel(documentRequest('invoice'))

/** A transparent picture with a valid frame and invalid pixels. */
function brokenPicture(): Buffer {
  const chunk = (name: string, data: Buffer) => {
    const size = Buffer.alloc(4)
    size.writeUInt32BE(data.length)
    return Buffer.concat([size, Buffer.from(name), data, Buffer.alloc(4)])
  }
  const rgbaOf8Pixels = Buffer.from([0, 0, 0, 8, 0, 0, 0, 8, 8, 6, 0, 0, 0])
  const parts = [chunk('IHDR', rgbaOf8Pixels), chunk('IDAT', Buffer.from('no pixels')), chunk('IEND', Buffer.alloc(0))]
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...parts])
}

const files = {
  'logo.png': sampleLogo,
  'note.png': 'no image',
  'half.png': sampleLogo.subarray(0, 500),
  'pixels.png': brokenPicture(),
  'font.ttf': 'no font',
  empty: '',
}
const directory = t.testdir({})
for (const [name, content] of Object.entries(files)) writeFileSync(join(directory, name), content)

// One thread where nothing else is meant: each loads all that draws.
const limits = { threadsMax: 1, timeoutMs: 240_000 }

async function renderer(t: Teardown, options: Partial<DocumentRendererOptions> = {}) {
  const made = await createDocumentRenderer({ directory, settings, limits, ...options })
  t.teardown(made.stop)
  return made
}

t.test('given a name that no font has, when a document is made, then its characters are reported', async (t) => {
  const reported: unknown[] = []
  const onMissing: DocumentRendererOptions['onMissing'] = (characters, models) =>
    reported.push([characters, models.map(({ source }) => source)])
  const made = await renderer(t, { onMissing })
  await made.render({ ...model, issuer: { name: 'Blåbær', lines: [] } })
  t.strictSame(reported, [])
  await made.render({ ...model, issuer: { name: '山田', lines: ['山 Oslo'] } })
  t.strictSame(reported, [[['山', '田'], [{ template: 'invoice', orderIds: [model.source?.orderIds[0]] }]]])
})

/** For what needs no limits and no start of its own. */
const usual = await renderer(t)

const thousandLines = documentModel(
  documentRequest('order-confirmation', {
    config: documentConfig,
    order: documentOrder({
      form: {
        lineItems: Array.from({ length: 1000 }, (_, index) => ({
          code: `SKU-${index}`,
          displayName: `Product ${index} of some kind, in a colour ${index * 7}`,
          quantity: 2,
          placedPrice: index + 0.5,
        })),
        discounts: [],
      },
    }),
  }),
)

t.test(
  'given a thousand lines, when a document is made, then it takes seconds at most and other requests do not wait',
  async (t) => {
    const { render } = usual
    await render(model)
    const { result: bytes, ms, mainThreadMs } = await measureCpuTime(() => render(thousandLines))
    t.ok((await pdfPages(bytes)).length > 20)
    t.ok(ms < 30_000, `${ms} ms`)
    t.ok(mainThreadMs < ms / 4, `${mainThreadMs} of ${ms} ms were taken from the others`)
  },
)

t.test('when many documents are requested concurrently, then all are made, a few at a time', async (t) => {
  const { render } = await renderer(t, { limits: { timeoutMs: 240_000, threadsMax: 2, waitingMax: 10 } })
  const accepted = Array.from({ length: 12 }, () => render(model))
  await t.rejects(render(model), { code: 'RateLimited', details: { retryAfterSeconds: 1 } }, 'the queue is full')
  const made = await Promise.all(accepted)
  t.equal(new Set(made.map((bytes) => bytes.length)).size, 1)
  t.ok(await render(model), 'a slot is free again')
})

t.test('given a document that takes too long, when it is cancelled, then the thread is replaced', async (t) => {
  const { render, check } = await renderer(t, { limits: { ...limits, timeoutMs: 1 } })
  await t.rejects(render(thousandLines), { code: 'Unavailable' })
  await check()
  t.pass('the check of a start has time of its own: a machine that makes no document in time can start')
})

t.test('given a document that fails, when the next one is requested, then it is made', async (t) => {
  const endless = { ...model, pagePattern: 5 as unknown as string }
  await t.rejects(usual.render(endless), 'a failing document fails alone')
  t.ok(await usual.render(model))
})

t.test('given a check that does not end, when its time is over, then the reason is the time', async (t) => {
  const { check, render } = await renderer(t, { limits: { ...limits, checkTimeoutMs: 1 } })
  await t.rejects(check(), { message: /settings\.json: a small document was not made in 0\.001 s$/ })
  t.ok(await render(model), 'documents are made all the same')
})

const unusable: readonly { more: Partial<DocumentSettings>; message: RegExp }[] = [
  { more: { logo: 'gone.png' }, message: /settings\.json: documents\.logo: .*gone\.png does not exist/ },
  { more: { logo: 'note.png' }, message: /neither PNG nor JPEG/ },
  { more: { logo: 'half.png' }, message: /documents\.logo: .*half\.png cannot be used/ },
  { more: { logo: 'empty' }, message: /neither PNG nor JPEG/ },
  { more: { logo: null, fallbackFonts: ['font.ttf'] }, message: /documents\.fallbackFonts\[0\]: .*font\.ttf cannot/ },
  // Its frame is valid, and its pixels are not.
  { more: { logo: 'pixels.png' }, message: /Documents cannot be made with the logo and fonts of settings\.json/ },
]

t.test('given an unusable logo or font, when the service starts, then it fails with file, path and reason', async (t) => {
  const start = async (more: Partial<DocumentSettings>) => (await renderer(t, { settings: { ...settings, ...more } })).check()
  await t.rejects(start({ logo: 'gone.png' }), { message: /settings\.json: documents\.logo: .*gone\.png does not exist/ })
  await t.rejects(start({ logo: 'note.png' }), {
    message: /documents\.logo: .*note\.png cannot be used: it is neither PNG nor JPEG/,
  })
})

t.test('when a reload has a new logo, then it is used, and an unusable one keeps the old', async (t) => {
  const { render, reload, check, logo } = usual
  await check()
  const hasLogo = async () => Buffer.from(await render(model)).includes('/Subtype /Image')
  t.equal(await hasLogo(), true)
  for (const { more, message } of unusable) await t.rejects(reload({ ...settings, ...more }), { message })
  t.same(logo(), sampleLogo)
  t.equal(await hasLogo(), true)
  await reload({ ...settings, logo: null })
  t.equal(await hasLogo(), false)
})
