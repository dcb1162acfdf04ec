import t from 'tap'
import { searchedTexts, searchedWords } from './searched-texts.ts'

const parsedTexts = (text: string) => searchedTexts(text, ['NO']).map(({ texts }) => texts)
const words = (...texts: string[]) => texts.map((text) => [text])

t.test('when a free text is read, then its words are split at blanks, folded, unique and not parts of others', async (t) => {
  t.same(searchedWords('  Kari\u00a0HANSEN\tkari \n ari ΣΑΣ'), ['kari', 'hansen', 'σασ'])
  for (const nothing of [undefined, '', ' \t\n\u2003', '\u200b', ' , ']) t.same(searchedWords(nothing), [])
  const many = (count: number) => Array.from({ length: count }, (_, place) => `word-${place}-`).join(' ')
  t.equal(searchedWords(many(20)).length, 20)
  t.throws(() => searchedWords(many(21)), { code: 'ValidationFailed' })
  t.throws(() => searchedTexts(many(21), ['NO']), { code: 'ValidationFailed' })
})

t.test('when a name is written surname first, or a number with its sign, then comma and sign are no part of it', async (t) => {
  t.same(parsedTexts('Hansen, Kari'), words('hansen', 'kari'))
  t.same(parsedTexts('Hansen,Kari'), words('hansen', 'kari'))
  t.same(parsedTexts('#A-1001 ＃1002'), words('a-1001', '1002'))
  t.same(parsedTexts('# 3,5'), words('3,5'))
  t.same(parsedTexts('# ÅB-77'), words('åb-77'))
  t.same(parsedTexts(' , # '), [])
  for (const name of ['Hansen、Kari', 'Hansen，Kari', 'Hansen، Kari', 'Hansen､ Kari'])
    t.same(parsedTexts(name), words('hansen', 'kari'), name)
})

t.test('when words are certainly one phone number, then they are one text beside the number', async (t) => {
  const terms = ['phone:90011222', 'phone:+4790011222']
  t.same(searchedTexts('Kari 900 11 222', ['NO']), [
    { texts: ['900 11 222'], phoneTerms: terms },
    { texts: ['kari'], phoneTerms: [] },
  ])
  t.same(searchedTexts('+47 90011222 Kari', ['SE']), [
    { texts: ['+47 90011222'], phoneTerms: ['phone:4790011222', 'phone:+4790011222'] },
    { texts: ['kari'], phoneTerms: [] },
  ])
  for (const text of ['(+47) 900-11-222', 'tel:+47-900-11-222', '0047 (900) 11.222'])
    t.ok(searchedTexts(text, ['SE'])[0]?.phoneTerms.includes('phone:+4790011222'), text)
  t.same(searchedTexts('22 22 33 33', ['NO']), [{ texts: ['22 22 33 33'], phoneTerms: ['phone:22223333', 'phone:+4722223333'] }])
})

t.test('when an extension follows a phone number, then it is no part of what is looked up', async (t) => {
  const terms = ['phone:2233445599', 'phone:+4722334455']
  for (const text of ['22334455 ext 99', '22 33 44 55 ext. 99', '22334455 x99', '22334455 extension 99', '22334455 доб. 99']) {
    const [phone, ...others] = searchedTexts(text, ['NO'])
    t.same([phone?.phoneTerms, others], [terms, []], text)
  }
  t.same(parsedTexts('ext 99'), words('ext', '99'))
  t.same(parsedTexts('22334455 ext'), words('22334455', 'ext'))
})

t.test('when words may be a phone number, then each is found as well', async (t) => {
  t.same(searchedTexts('07700 900123', ['GB']), [
    { texts: ['07700', '900123'], phoneTerms: ['phone:07700900123', 'phone:+447700900123'] },
  ])
  for (const text of ['SKU-90011222', '12 34', '0150', 'kari@example.com'])
    t.ok(
      searchedTexts(text, ['NO']).every(({ phoneTerms }) => phoneTerms.length === 0),
      text,
    )
})
