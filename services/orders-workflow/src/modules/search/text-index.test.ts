import { folded } from '@open-oms/contracts/text/folded-text'
import { searchText } from '@open-oms/contracts/text/search-text'
import { partCondition } from '@open-oms/service-kit/database/text-conditions'
import { testDatabase } from '@open-oms/service-kit/testing/test-database'
import t from 'tap'

const COUNT = 20_000

/** One value in many rows, beside values of the same script in all others. */
const scripts = [
  { rare: 'Достоевский', usual: 'Иванова Молоко', word: 'СТОЕВ' },
  { rare: 'Παπαδόπουλος', usual: 'Οδυσσέας Καφές', word: 'παπαδ' },
  { rare: 'Ærø øåæ', usual: 'Blåbær på øya', word: 'ØÅÆ' },
  { rare: '山田太郎', usual: '東京 緑茶', word: '山' },
  { rare: '鈴木花子', usual: '大阪 紅茶', word: '花子' },
  { rare: '김철수', usual: '서울 커피', word: '철수' },
  { rare: 'ハンバーグ', usual: 'コーヒー', word: 'ﾊﾝﾊﾞｰｸﾞ' },
  { rare: 'हिन्दी', usual: 'चाय दूध', word: 'हिन्दी' },
  { rare: 'สวัสดี', usual: 'กาแฟ นม', word: 'สวัส' },
  { rare: 'مرحبا', usual: 'قهوة شاي', word: 'مرحب' },
  { rare: 'თბილისი', usual: 'ყავა რძე', word: 'ᲗᲑᲘᲚ' },
  { rare: 'D’Angelo', usual: 'D Angela, dxangelo', word: "d'angelo" },
  { rare: "O'Brien", usual: 'Obrien', word: 'o’brien' },
]

t.test('given a database of locale C, when words of any script are looked up, then the index finds them', async (t) => {
  const { owner } = await testDatabase(t, 'orders-workflow')
  t.match(await owner.query({ text: 'select datctype from pg_database where datname = current_database()' }), [{ datctype: 'C' }])
  const texts = Array.from({ length: COUNT }, (_, row) => {
    const script = scripts[row % scripts.length] as (typeof scripts)[number]
    return searchText([`Order ${row}`, row < scripts.length ? script.rare : script.usual], 1_000)
  })
  await owner.query({ text: 'create table sample (search_text text collate "C" not null)' })
  await owner.query({
    text: 'insert into sample select * from json_array_elements_text($1::json)',
    values: [JSON.stringify(texts)],
  })
  await owner.query({ text: 'create index on sample using gin (search_text gin_trgm_ops)' })
  await owner.query({ text: 'analyze sample' })
  for (const [row, { word }] of scripts.entries()) {
    const values: unknown[] = []
    const condition = partCondition('s.search_text', folded(word), (value) => `$${values.push(value)}`)
    const found = await owner.query({ text: `select search_text from sample s where ${condition}`, values })
    t.same(found, [{ search_text: texts[row] }], word)
    const plan = await owner.query({ text: `explain (costs off) select from sample s where ${condition}`, values })
    t.match(JSON.stringify(plan), /Bitmap Index Scan on sample_search_text_idx/, word)
  }
})
