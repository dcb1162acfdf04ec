import { anyCharacter } from '@open-oms/contracts/testing/any-character'
import { propertyRuns } from '@open-oms/service-kit/testing/property-runs'
import fc from 'fast-check'
import t from 'tap'
import { resolveFileName, safeFileName } from './file-name.ts'

t.test('given a sent name, an address and a type, when a file is named, then the first of them that fits is used', async (t) => {
  const url = 'https://cdn.example/a/b%20c.png?x=/d.gif#e'
  t.equal(resolveFileName({ fileName: 'sent.jpg', url, extension: 'png' }), 'sent.jpg')
  t.equal(resolveFileName({ fileName: null, url, extension: 'png' }), 'b c.png')
  t.equal(resolveFileName({ fileName: '  ', url, extension: 'png' }), 'b c.png')
  t.equal(resolveFileName({ fileName: '..', url: 'https://cdn.example/', extension: 'png' }), 'file.png')
  t.equal(resolveFileName({ fileName: null, extension: 'svg' }), 'file.svg')
  t.equal(resolveFileName({ fileName: null, url: 'https://cdn.example/%E0%A4%A', extension: 'png' }), '%E0%A4%A')
  t.equal(resolveFileName({ fileName: null, url: 'https://cdn.example/..%2F..%2Fetc%2Fpasswd', extension: 'txt' }), 'passwd')
})

t.test('given a name with separators or control characters, when it is made safe, then it is one path segment', async (t) => {
  const names: Record<string, string> = {
    '../../etc/passwd': 'passwd',
    '..\\..\\boot.ini': 'boot.ini',
    'C:\\fakepath\\photo.jpg': 'photo.jpg',
    'C:photo.jpg': 'C_photo.jpg',
    '/': '',
    '..': '',
    '...': '',
    '.htaccess': 'htaccess',
    'trailing. . ': 'trailing',
    'a\0b\r\nc\x1b[31m.txt': 'abc[31m.txt',
    'photo\u202egpj.exe': 'photogpj.exe',
    'zero\u200bwidth\ufeff.png': 'zerowidth.png',
    'line\u2028break.png': 'linebreak.png',
    'half\ud800.png': 'half.png',
    'a<b>:"|?*.txt': 'a_b______.txt',
    '50% #1.pdf': '50% #1.pdf',
    CON: '_CON',
    'nul.txt': '_nul.txt',
    'com1.jpg': '_com1.jpg',
    'console.txt': 'console.txt',
    'e\u0301te\u0301.png': 'été.png',
    '商品 画像.png': '商品 画像.png',
    '  a \t b  .png': 'a b .png',
  }
  for (const [index, [given, expected]] of Object.entries(names).entries())
    t.equal(safeFileName(given), expected, `${index}: ${expected}`)
})

t.test('given a long name, when it is made safe, then it keeps its extension', async (t) => {
  t.equal(safeFileName(`${'x'.repeat(400)}.jpeg`), `${'x'.repeat(145)}.jpeg`)
  t.equal(safeFileName(`${'x'.repeat(400)}.${'y'.repeat(400)}`).length, 150)
  t.equal(safeFileName('😀'.repeat(400)).endsWith('😀'), true)
})

t.test('given any name, when it is made safe, then it is safe, and making it safe again changes nothing', async (t) => {
  const text = fc.string({ unit: anyCharacter, maxLength: 300 })
  fc.assert(
    fc.property(text, (given) => {
      const name = safeFileName(given)
      const isSafe = !/[/\\<>:"|?*\p{Cc}\p{Cs}]/u.test(name) && !/^[.\s]|[.\s]$/.test(name) && Array.from(name).length <= 151
      return isSafe && safeFileName(name) === name
    }),
    { numRuns: propertyRuns(500) },
  )
  t.pass()
})
