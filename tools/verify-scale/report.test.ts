import t from 'tap'
import { createReport } from './report.ts'

t.test('given checks that hold and one that does not, then the report counts and shows its breaches', async (t) => {
  const lines: string[] = []
  const report = createReport((line) => lines.push(line))
  report.begin('Start')
  report.check('all is there', [])
  t.equal(report.breachCount(), 0)
  report.check(
    'nothing is twice',
    Array.from({ length: 7 }, (_, index) => `breach ${index + 1}`),
  )
  t.equal(report.breachCount(), 7)
  t.match(lines[0], /^ +0 s {2}Start$/)
  t.match(lines[1], /ok {3}all is there/)
  t.match(lines[2], /FAIL nothing is twice/)
  t.match(lines.slice(3).join(), /breach 1.*breach 5.*and 2 more/)
})

t.test('given what callers saw during a fault, then the table has a row of it', async (t) => {
  const lines: string[] = []
  const report = createReport((line) => lines.push(line))
  const summary = {
    acknowledged: 12,
    refused: 3,
    broken: 1,
    'in flight': 0,
    pauseMs: { order: 1_500, product: 200 },
    slowestMs: 61_000,
  }
  report.note('gateway 1 killed', 10_000, summary)
  report.showFaults()
  t.match(lines.join('\n'), /gateway 1 killed +10\.0 s +12 +3 +1 +0 +1\.5 s +0\.2 s +61\.0 s/)
})
