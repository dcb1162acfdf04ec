import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { findPoppler } from '@open-oms/local-servers/find-poppler'
import t from 'tap'
import { drawPdf, widthsFor } from './draw-pdf.ts'
import { label } from './testing/sample-label.ts'

t.test('given a label, when it is drawn, then its barcodes are those of GS1, and it has its texts', async (t) => {
  const modules = widthsFor(`(00)${label.sscc}`).reduce((sum, bar) => sum + bar, 0)
  // Start, FNC1, ten pairs of digits and the check character of 11 modules, and a stop of 13.
  t.equal(modules, 13 * 11 + 13)
  t.throws(() => widthsFor('(00)376104250021234560'), 'a wrong check digit')
  const file = join(t.testdir(), 'label.pdf')
  await writeFile(file, await drawPdf([label, { ...label, position: [2, 2] }]))
  const text = await (await findPoppler()).toText(file)
  for (const part of [
    'Kåre Ødegård',
    'Storgata ^1~2_',
    'O-100001',
    '1 / 2',
    '2 / 2',
    '1.25 kg',
    '(00)376104250021234569',
    '(420)0155',
  ])
    t.ok(text.includes(part), part)
})
