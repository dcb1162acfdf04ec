import t from 'tap'
import { describeCosts, describeFile, describeSlowest, emptyFileResult, report } from './tally.ts'

t.test('given results of tests, when they are reported, then the last line has the counts', async (t) => {
  t.equal(report({ passed: 12, failures: [] }).trim(), '12 passed, 0 failed')
  const text = report({ passed: 1, failures: [{ where: 'here', text: 'a\nb' }] })
  t.equal(text, '\nFAILED here\n  a\n  b\n\n1 passed, 1 failed\n')
})

t.test('given a long log, when it is reported, then its end names each failure in at most sixty lines', async (t) => {
  const text = Array.from({ length: 500 }, (_, index) => `line ${index}`).join('\n')
  const lines = report({ passed: 1, failures: [{ where: 'a.test.ts > one', text }] })
    .trim()
    .split('\n')
  t.equal(lines.length, 1 + 60 + 2)
  t.match(
    [lines[0], lines[1], lines[40], lines[60]],
    ['FAILED a.test.ts > one', /line 0$/, /441 lines are left out/, /line 499$/],
  )
  const many = report({ passed: 0, failures: Array.from({ length: 100 }, (_, index) => ({ where: `file ${index}`, text })) })
  t.match(many, /FAILED file 99\n\n0 passed, 100 failed\n$/)
  t.ok(many.split('\n').length < 2_700)
})

t.test('given the result of a file, when it is described, then it has counts, times and failures', async (t) => {
  const file = { ...emptyFileResult('a.test.ts'), passed: 3, wallMs: 1_250, cpuMs: 400 }
  t.equal(describeFile(file), 'passed  a.test.ts (3; 1.3 s, cpu 0.4 s)')
  const failed = describeFile({ ...file, failures: [{ where: 'a.test.ts > one', text: 'why' }] })
  t.equal(failed, 'FAILED  a.test.ts (3 passed, 1 failed; 1.3 s, cpu 0.4 s)\nFAILED a.test.ts > one\n  why')
})

t.test('given times of files, when the slowest are described, then they are the ten with most processor time', async (t) => {
  const files = Array.from({ length: 12 }, (_, index) => ({ ...emptyFileResult(`${index}.test.ts`), cpuMs: index * 1_000 }))
  const lines = describeSlowest(files).trim().split('\n')
  t.match(lines[0], /12 files \(processor time 66\.0 s in all\)/)
  t.same(
    lines.slice(1).map((line) => line.split(' ').at(-1)),
    Array.from({ length: 10 }, (_, index) => `${11 - index}.test.ts`),
  )
})

t.test('lists the costs of every file, most processor time first, and their sums', async (t) => {
  const text = describeCosts([
    { ...emptyFileResult('cheap.test.ts'), cpuMs: 200, wallMs: 900, passed: 40 },
    { ...emptyFileResult('dear.test.ts'), cpuMs: 12_340, wallMs: 15_000, passed: 3 },
  ])
  t.same(
    text.split('\n').map((line) => line.trim().split(/ {2,}/)),
    [
      ['cpu', 'wall assertions', 'file'],
      ['12.3 s', '15.0 s', '3', 'dear.test.ts'],
      ['0.2 s', '0.9 s', '40', 'cheap.test.ts'],
      ['12.5 s', '15.9 s', '43', '2 files'],
      [''],
    ],
  )
})
