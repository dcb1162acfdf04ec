// Shared process: it measures processor time.
import { measureCpuTime } from '@open-oms/service-kit/testing/cpu-time'
import { propertyRuns } from '@open-oms/service-kit/testing/property-runs'
import fc from 'fast-check'
import t from 'tap'
import { hasControlCharacters, isEmailAddress, parsePhoneNumber, separated } from './message-addresses.ts'

const label = 'a'.repeat(63)

t.test('when an e-mail address is valid, then it is accepted', async (t) => {
  const good = [
    'kari@example.com',
    'kari.nordmann+orders@mail.example.co.uk',
    "o'hara_1@example.com",
    'søren@blåbær.no',
    'उदाहरण@उदाहरण.भारत',
    `${'a'.repeat(64)}@example.com`,
    `k@${label}.no`,
  ]
  for (const address of good) t.ok(isEmailAddress(address), address)
})

t.test('when a text is no bare e-mail address, then it is refused', async (t) => {
  const bad = [
    '',
    'kari',
    '@example.com',
    'kari@',
    'kari@localhost',
    'kari@-example.com',
    'kari@example-.com',
    'kari@example..com',
    '.kari@example.com',
    'kari.@example.com',
    'ka ri@example.com',
    'kari@exam ple.com',
    'Kari <kari@example.com>',
    '<kari@example.com>',
    '"kari"@example.com',
    'kari@ola@example.com',
    'kari@example.com,ola@example.com',
    'kari@[127.0.0.1]',
    'kari(comment)@example.com',
    'kari@example.com\r\nBcc: ola@example.com',
    'kari@example.com\n',
    'kari\u0000@example.com',
    'kari@example.com\u2028',
    `${'a'.repeat(65)}@example.com`,
    `k@${label}a.no`,
    `k@${`${label}.`.repeat(4)}no`,
  ]
  for (const address of bad) t.notOk(isEmailAddress(address), encodeURIComponent(address))
})

t.test('when an address has a separator of addresses or headers at any index, then it is refused', async (t) => {
  const address = 'kari.nordmann@example.com'
  const hostile = fc.constantFrom(...' \r\n\t,;:<>()"\\[]\u0000\u0085\u2028')
  fc.assert(
    fc.property(
      fc.nat(address.length),
      hostile,
      (place, character) => !isEmailAddress(address.slice(0, place) + character + address.slice(place)),
    ),
    { numRuns: propertyRuns(1_000) },
  )
  t.pass('it held')
})

t.test('when an address is long and hostile, then it is checked fast', async (t) => {
  const texts = [`${'a.'.repeat(100_000)}@`, `k@${'a-'.repeat(100_000)}`, `k@${'a.'.repeat(120)}!`]
  const { result, ms } = await measureCpuTime(() => texts.filter(isEmailAddress))
  t.same(result, [])
  t.ok(ms < 2_000, `${ms} ms`)
})

t.test('when a phone number is read, then it keeps digits and country prefix', async (t) => {
  t.equal(parsePhoneNumber('+47 912 34 567'), '+4791234567')
  t.equal(parsePhoneNumber('0047 912-34-567'), '+4791234567')
  t.equal(parsePhoneNumber('(912) 34.567'), '91234567')
  for (const text of [
    '',
    '+',
    'kari',
    '123',
    '+47 ABC 34 567',
    '91234567\n',
    '+47 912 34 567 +47',
    '1234567890123456',
    '++4791234567',
  ])
    t.equal(parsePhoneNumber(text), null, JSON.stringify(text))
})

t.test('when a list is read, then commas or semicolons separate its parts', async (t) => {
  t.same(separated(' a@x.no; b@x.no,c@x.no ;; '), ['a@x.no', 'b@x.no', 'c@x.no'])
  t.same(separated(''), [])
  t.same(separated(' , ; '), [])
})

t.test('when a text has control characters or line separators, then they are found', async (t) => {
  for (const character of ['\r', '\n', '\t', '\u0000', '\u007f', '\u0085', '\u2028', '\u2029'])
    t.ok(hasControlCharacters(`a${character}b`), encodeURIComponent(character))
  t.notOk(hasControlCharacters('Ærlig talt – 100 % “ja” 🎉'))
})
