import t from 'tap'
import { builtPosting } from '../../../testing/built-posting.ts'
import { aContext, aPart, aTransaction } from '../../../testing/sample-postings.ts'
import { chainText, postingText } from './canonical-text.ts'
import type { PostingContent } from './posting-content.ts'

function aContent(amount = 100): PostingContent {
  const sale = aTransaction({ amount: String(amount), breakdown: [aPart('Sales', amount)] })
  const built = builtPosting([sale], aContext())
  if (built.kind === 'draft') throw new Error(built.reasons.join('; '))
  return built.content
}

t.test('given a posting, when its text is made, then it has identity and lines with amounts of four decimals', async (t) => {
  t.equal(
    postingText(aContent()),
    '["WebFulfillment",null,["Oslo-01"],[],"2026-01-15","NOK","NO01",[' +
      '["1500","PaymentMethod","100.0000","0.0000",null,null,null,null,"Oslo-01",null,null,null,null,null,[]],' +
      '["3020","Sales","0.0000","100.0000",null,null,null,null,"Oslo-01",null,null,null,null,null,[]]]]',
  )
})

t.test('given a posting, when a booked field changes, then the text changes; names and warnings do not count', async (t) => {
  const content = aContent()
  const text = postingText(content)
  const [first, ...rest] = content.lines
  const withLine = (fields: object) => postingText({ ...content, lines: [{ ...first, ...fields } as never, ...rest] })
  for (const changed of [
    postingText(aContent(100.0001)),
    postingText({ ...content, storeId: 'Bergen-01' }),
    postingText({ ...content, postingDate: '2026-01-16' }),
    postingText({ ...content, currencyCode: 'SEK' }),
    postingText({ ...content, accountingCompanyCode: null }),
    postingText({ ...content, registerIds: ['R1'] }),
    postingText({ ...content, zReportId: 'Z1' }),
    withLine({ accountNumber: '1501' }),
    withLine({ category: 'Other' }),
    withLine({ vatCode: '3' }),
    withLine({ vatRate: 25 }),
    withLine({ taxGroupCode: 'normal' }),
    withLine({ storeId: 'Bergen-01' }),
    withLine({ registerId: 'R1' }),
    withLine({ customerNumber: 'C' }),
    withLine({ invoiceNumber: 'F' }),
    withLine({ creditNoteNumber: 'K' }),
    withLine({ kidNumber: '1' }),
    withLine({ dimensions: { project: 'P' } }),
  ]) {
    t.not(changed, text)
  }
  t.equal(postingText({ ...content, warnings: ['w'], autoBalanced: true }), text)
  t.equal(withLine({ accountName: 'renamed', description: 'other words' }), text)
})

t.test('given dimensions and registers in any order, when the text is made, then they are sorted', async (t) => {
  const content = aContent()
  const [first, ...rest] = content.lines
  const withDimensions = (dimensions: Record<string, string>) =>
    postingText({ ...content, lines: [{ ...first, dimensions } as never, ...rest] })
  t.equal(withDimensions({ b: '1', a: '2' }), withDimensions({ a: '2', b: '1' }))
  t.equal(postingText({ ...content, registerIds: ['2', '1'] }), postingText({ ...content, registerIds: ['1', '2'] }))
})

t.test('given a previous value, an id and a hash, when the chain text is made, then it has all three', async (t) => {
  t.equal(chainText('', { id: 'p1', hash: 'h1' }), '\np1\nh1')
  t.equal(chainText('c1', { id: 'p2', hash: 'h2' }), 'c1\np2\nh2')
})
