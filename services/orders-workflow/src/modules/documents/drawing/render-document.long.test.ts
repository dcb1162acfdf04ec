import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { inflateSync } from 'node:zlib'
import { documentTemplates } from '@open-oms/contracts/orders/document-template'
import type { OrderLine } from '@open-oms/contracts/orders/order-line'
import type { InputOf } from '@open-oms/contracts/primitives'
import { isLongRun } from '@open-oms/service-kit/testing/property-runs'
import t from 'tap'
import { documentConfig, documentOrder, documentRequest, sampleLogo } from '../../../testing/documents/document-samples.ts'
import { pdfPages } from '../../../testing/documents/pdf-text.ts'
import type { DocumentRequest } from '../domain/document-context.ts'
import { documentModel } from '../domain/document-model.ts'
import type { DocumentFiles } from './document-files.ts'
import { findMissingCharacters, renderDocument } from './render-document.ts'

const noFiles: DocumentFiles = { logo: null, fonts: [] }
const markets = documentConfig.markets.map((market) => ({ ...market, language: 'en', country: 'GB' }))

type Template = Parameters<typeof documentRequest>[0]

const sampleModel = (template: Template, more: Partial<DocumentRequest> = {}) =>
  documentModel(documentRequest(template, { config: { ...documentConfig, markets }, ...more }))

/** The bytes of a document, in English by default. */
async function rendered(template: Template, more: Partial<DocumentRequest> = {}, files = noFiles): Promise<Uint8Array> {
  return (await renderDocument({ models: [sampleModel(template, more)], files })).bytes
}

/** The text of pages, with their blanks run together. */
const joined = (pages: readonly string[]) => pages.join('\n').replace(/\s+/g, ' ').replaceAll('−', '-')
const pdfText = async (bytes: Uint8Array) => joined(await pdfPages(bytes))

const titles = {
  'order-confirmation': 'Order confirmation',
  'delivery-note': 'Delivery note',
  invoice: 'Invoice',
  receipt: 'Receipt',
  'pick-list': 'Pick list',
} as const

t.test('when every template is made, then poppler reads its texts', async (t) => {
  const texts = new Map<Template, string>()
  for (const template of documentTemplates) {
    const pages = await pdfPages(await rendered(template))
    const text = joined(pages)
    texts.set(template, text)
    t.equal(pages.length, 1, `${template} is on one page`)
    for (const part of [
      titles[template],
      'Order number O-000042',
      'Cup «Fjord»',
      'Page 1 of 1',
      'Eksempel Handel AS',
      'Nordmann',
    ]) {
      t.ok(text.includes(part), `${template}: ${part}`)
    }
  }
  const invoice = texts.get('invoice')
  t.match(invoice, /Invoice number F-20061.*Due date 17 Mar 2026.*KID 0020061123456/)
  t.match(invoice, /CUP-1 Cup «Fjord» 4 pcs 129\.00 -51\.60 25% 464\.40/)
  t.match(invoice, /25% 1,900\.50 475\.13 2,375\.63/)
  t.match(invoice, /Total 2,528\.28 512\.32 3,040\.60/)
  t.match(invoice, /Amount due NOK 2,540\.60/)
  t.notMatch(texts.get('pick-list'), /129\.00/)
})

t.test('when a document is made, then it is in the language of the market', async (t) => {
  const expected = {
    nb: /Faktura .*Forfallsdato 17\. mars 2026.*MVA-spesifikasjon.*Side 1 av 1/,
    sv: /Faktura .*Förfallodatum 17 mars 2026.*Momsspecifikation.*Sida 1 av 1/,
    da: /Faktura .*Forfaldsdato 17\. mar\. 2026.*Momsspecifikation.*Side 1 af 1/,
    fi: /Lasku .*Eräpäivä 17\.3\.2026.*ALV-erittely.*Sivu 1\/1/,
    de: /Rechnung .*Fällig am 17\.03\.2026.*MwSt\.-Aufstellung.*Seite 1 von 1/,
  }
  const countries = { nb: 'NO', sv: 'SE', da: 'DK', fi: 'FI', de: 'DE' }
  for (const language of ['nb', 'sv', 'da', 'fi', 'de'] as const) {
    const config = {
      ...documentConfig,
      markets: markets.map((market) => ({ ...market, language, country: countries[language] })),
    }
    t.match(await pdfText(await rendered('invoice', { config })), expected[language], language)
  }
})

const manyLines = (count: number): InputOf<OrderLine>[] =>
  Array.from({ length: count }, (_, index) => ({
    code: `SKU-${index + 1}`,
    displayName: `Product ${index + 1} with a name that takes its space in the table`,
    quantity: (index % 9) + 1,
    placedPrice: index + 0.5,
    taxRate: [25, 15, 0][index % 3] as number,
  }))

// Pages that are like each other: the long run has as many lines as an order may have.
const lineCount = isLongRun ? 1000 : 200

t.test(
  'given lines of many pages, when a document is made, then each page has table head and number, and no line is lost',
  async (t) => {
    const order = documentOrder({ form: { lineItems: manyLines(lineCount), discounts: [], payments: [] } })
    const pages = await pdfPages(await rendered('order-confirmation', { order }))
    t.ok(pages.length > lineCount / 50, `${pages.length} pages`)
    for (const [index, page] of pages.entries()) {
      t.match(page, new RegExp(`Page ${index + 1} of ${pages.length}\\n?$`), 'the number is at the foot')
      if (index > 0) t.ok(page.includes('Order confirmation · O-000042'), 'further pages say what they belong to')
      if (/SKU-\d+/.test(page)) t.match(page, /Item no\. +Description +Quantity +Unit price +VAT +Amount/, 'the head is repeated')
    }
    const codes = [...pages.join('\n').matchAll(/SKU-(\d+)/g)].map(([, number]) => Number(number))
    t.same(
      codes,
      Array.from({ length: lineCount }, (_, index) => index + 1),
    )
  },
)

t.test('given VAT rates and payments of several pages, when a document is made, then all are on its pages', async (t) => {
  const lineItems = manyLines(lineCount).map((line, index) => ({ ...line, taxRate: (index * 1000) / lineCount / 10 }))
  const paymentCount = isLongRun ? 250 : 100
  const payments = Array.from({ length: paymentCount }, (_, index) => ({
    id: String(index),
    amount: 1,
    transactionType: 'Sale' as const,
    status: 'Processed' as const,
    paymentMethodName: `Card ${index}`,
  }))
  const text = await pdfText(
    await rendered('invoice', { order: documentOrder({ form: { lineItems, payments, discounts: [] } }) }),
  )
  for (const { taxRate } of lineItems) t.ok(text.includes(` ${taxRate}% `), `the rate ${taxRate}`)
  for (const { paymentMethodName } of payments) t.ok(text.includes(` ${paymentMethodName} `), paymentMethodName)
})

/** The pages' content, decompressed: what is drawn, without fonts and images. */
function pageContent(bytes: Uint8Array): string {
  const file = Buffer.from(bytes).toString('latin1')
  const streams = [...file.matchAll(/\/Filter \/FlateDecode\s*>>\s*stream\n/g)]
  return streams
    .map(({ index, 0: head }) => inflateSync(Buffer.from(file.slice(index + head.length), 'latin1')).toString('latin1'))
    .filter((content) => content.includes(' Tm'))
    .join('\n')
}

t.test('given hostile texts, when a document is made, then it succeeds and they stay inside their boxes', async (t) => {
  const hostile = [
    '\u0000\u0007\u001b[31m\r\n\t\u2028\u2029',
    `\u202Egnitirw desrever\u202C \u2066isolated\u2069`,
    '\uD800 half of a pair \uDC00',
    `Z${'\u0300\u0301\u0316'.repeat(200)}algo`,
    'W'.repeat(1000),
    '\uFDFD'.repeat(300),
    '👩‍👩‍👧‍👦 🏳️‍🌈 😀',
    '日本語 한국어 ไทย हिन्दी தமிழ்',
    '<script>alert(1)</script> (paren\\) %PDF-1.7 endstream endobj',
    '__proto__ constructor toString',
    'x '.repeat(1000),
  ]
  for (const [index, text] of hostile.entries()) {
    const line = {
      code: text,
      displayName: text,
      size: text,
      color: text,
      serialNumber: text,
      unit: text,
      internalWarehouseLocation: text,
      comment: text,
      gtins: [text],
    }
    const address = {
      name: text,
      organization: text,
      line1: text,
      line2: text,
      city: text,
      postalCode: text,
      countryName: text,
      countryCode: text,
      state: text,
    }
    const order = documentOrder({
      form: {
        lineItems: [{ ...line, quantity: 1, placedPrice: 1 }],
        shipments: [{ address, shippingMethodName: text, shipmentTrackingNumber: text, warehouseCode: text, comment: text }],
        payments: [{ amount: 1, transactionType: 'Invoiced', status: 'Paid', paymentMethodName: text, invoiceId: text }],
        discounts: [{ discountType: 'Order', rewardType: 'Money', discountValue: 0.5, discountName: text }],
      },
      order: {
        orderNumber: text,
        customerNumber: text,
        customerReference: text,
        billingAddress: address,
        invoiceComment: text.repeat(3),
      },
    })
    const models = (['invoice', 'pick-list'] as const).map((template) => sampleModel(template, { order }))
    const { bytes } = await renderDocument({ models, files: noFiles })
    const pages = await pdfPages(bytes)
    const numbers = pages.map((page) => [...(/Page (\d+) of (\d+)\n?$/.exec(page) ?? [])].slice(1).map(Number))
    const counts = numbers.flatMap(([number, count]) => (number === count ? [count as number] : []))
    const expected = counts.flatMap((count) => Array.from({ length: count }, (_, index) => [index + 1, count]))
    // Not the text: with its line separators in a name, tap loses all results of the test.
    t.same([counts.length, numbers], [2, expected], `the pages of text ${index}`)
    const places = [...pageContent(bytes).matchAll(/1 0 0 1 (-?[\d.]+) (-?[\d.]+) Tm/g)].map(([, x, y]) => [Number(x), Number(y)])
    t.ok(
      places.length > 60 && places.every(([x = -1, y = -1]) => x >= 39 && x <= 560 && y >= 35 && y <= 810),
      'all text is on its page',
    )
  }
})

t.test('given letters of European scripts, when a document is made, then they read back', async (t) => {
  const names = [
    'Åse Bjørnstad Øvrebø',
    'Zoë Müller-Groß',
    'Łukasz Čapek Žižka Őry Țara',
    'Ελένη Παπαδοπούλου',
    'Юлия Ёлкина Їжак',
    'Ծովինար',
    'ქეთევან',
    '10 € ₽ ₹ 5 %',
  ]
  const lineItems = names.map((displayName) => ({ displayName, code: 'A', quantity: 1, placedPrice: 1 }))
  const text = await pdfText(await rendered('delivery-note', { order: documentOrder({ form: { lineItems, discounts: [] } }) }))
  for (const name of names) t.ok(text.includes(name), name)
})

t.test('given right-to-left words, when a document is made, then they are in reading order', async (t) => {
  const names = ['שלום עולם', 'محمد علي حسن']
  const lineItems = names.map((displayName) => ({ displayName, code: 'A', quantity: 1, placedPrice: 1 }))
  const text = await pdfText(await rendered('delivery-note', { order: documentOrder({ form: { lineItems, discounts: [] } }) }))
  // Poppler returns right-to-left text in reading order, between direction marks.
  const read = text.replace(/[\u200E\u200F\u202A-\u202E]/g, '')
  for (const name of names) t.ok(read.includes(name), name)
})

t.test('given a font of the tenant, when a document is made, then it draws characters that the built-in ones lack', async (t) => {
  const path = fileURLToPath(import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuMathTeXGyre.ttf'))
  const lineItems = [{ displayName: 'Set 𝔸𝔹 and 𝕊', code: 'A', quantity: 1, placedPrice: 1 }]
  const order = documentOrder({ form: { lineItems, discounts: [] } })
  const without = Buffer.from(await rendered('delivery-note', { order })).toString('latin1')
  t.notMatch(without, /MathTeXGyre/)
  const bytes = await rendered(
    'delivery-note',
    { order },
    { logo: null, fonts: [{ setting: '', path, data: readFileSync(path) }] },
  )
  t.match(Buffer.from(bytes).toString('latin1'), /FontName \/[A-Z]{6}\+\w*MathTeXGyre/)
  t.ok((await pdfText(bytes)).includes('𝔸𝔹'))
})

t.test('when a document is made, then it embeds fonts and logo, without external references', async (t) => {
  const lineItems = [
    { code: 'A', quantity: 1, placedPrice: 1, imageUrl: 'https://example.com/a.png', webSiteProductUrl: 'https://example.com' },
  ]
  const order = documentOrder({ form: { lineItems, discounts: [] } })
  const file = async (files: DocumentFiles) => Buffer.from(await rendered('invoice', { order }, files)).toString('latin1')
  const withLogo = await file({ logo: { setting: '', path: 'logo.png', data: sampleLogo }, fonts: [] })
  t.match(withLogo, /\/Subtype \/Image/)
  t.match(withLogo, /\/FontFile2/)
  t.notMatch(withLogo, /\/URI|\/Launch|\/JavaScript|\/GoToR|https?:\/\/example/)
  t.notMatch(await file(noFiles), /\/Subtype \/Image/)
})

t.test('when a document is made, then the PDF has title and language for file lists and screen readers', async (t) => {
  const file = Buffer.from(await rendered('invoice')).toString('latin1')
  t.ok(file.includes('(Invoice O-000042)'), 'title')
  t.match(file, /\/Lang \(en-GB\)/)
  t.ok(file.includes('(D:20260305080000Z)'), 'date')
})

// One glyph draws both spellings, and the font notes for which characters.
t.test('when two requests are equal, then their documents are equal, whatever was made between them', async (t) => {
  const named = async (displayName: string) => {
    const lineItems = [{ displayName, code: 'A', quantity: 1, placedPrice: 1 }]
    return Buffer.from(await rendered('invoice', { order: documentOrder({ form: { lineItems, discounts: [] } }) }))
  }
  const letters = await named('Profile')
  const ligature = await named('Pro\uFB01le')
  t.notOk(letters.equals(ligature), 'the characters are in the document')
  t.ok(letters.equals(await named('Profile')))
  t.ok(ligature.equals(await named('Pro\uFB01le')))
})

t.test('given a text with letters of another script, when a font is asked, then those that it lacks are found', async (t) => {
  t.same(findMissingCharacters({ text: 'Blåbær 漢字', files: noFiles }), ['漢', '字'])
})
