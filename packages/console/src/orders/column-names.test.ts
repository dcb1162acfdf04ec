import t from 'tap'
import { columnNames, columnPresets, headingSort, presetNames, widths } from './column-names.ts'

t.test('given headings, when they are chosen once and again, then they sort one way and the other', async (t) => {
  t.same(headingSort('total'), { next: 'TotalDescending', direction: 'none' })
  t.same(headingSort('total', 'TotalDescending'), { next: 'TotalAscending', direction: 'descending' })
  t.same(headingSort('total', 'TotalAscending'), { next: 'TotalDescending', direction: 'ascending' })
  t.same(headingSort('created'), { next: 'CreatedAscending', direction: 'descending' }, 'newest first is the usual order')
  t.same(headingSort('age', 'CreatedAscending'), { next: 'CreatedDescending', direction: 'descending' }, 'the oldest first')
  t.equal(headingSort('tags'), null)
})

t.test('given presets of columns, when they are shown, then each has room on a screen of 1280 pixels', async (t) => {
  for (const name of presetNames) {
    const shown = columnPresets[name]
    t.ok(widths(shown).least <= 1280 - 200, `${name}: ${widths(shown).least} px`)
    t.same(
      shown.filter((one) => !columnNames.includes(one)),
      [],
    )
  }
})
