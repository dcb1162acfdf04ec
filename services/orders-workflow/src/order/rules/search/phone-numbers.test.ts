import t from 'tap'
import { phoneDigits, phonesIn, readPhone } from './phone-numbers.ts'

t.test('when a number is written in several ways, then it is read as the same in E.164', async (t) => {
  const spellings: [string, string, string[]][] = [
    [
      '+4790011222',
      'NO',
      [
        '900 11 222',
        '+47 90011222',
        '004790011222',
        '4790011222',
        '(+47) 900-11-222',
        '９００１１２２２',
        '٩٠٠١١٢٢٢',
        '๙๐๐๑๑๒๒๒',
        '+४७ ९०० ११ २२२',
        '৯০০১১২২২',
        '၉၀၀၁၁၂၂၂',
        '𝟗𝟎𝟎𝟏𝟏𝟐𝟐𝟐',
      ],
    ],
    ['+46701234567', 'SE', ['070-123 45 67', '0701234567', '+46 (0)70 123 45 67', '0046701234567', '46701234567']],
    ['+442079460123', 'GB', ['020 7946 0123', '(020) 7946 0123', '+44 20 7946 0123', '00442079460123', '442079460123']],
    ['+12125550123', 'US', ['(212) 555-0123', '1-212-555-0123', '+1 212.555.0123', '12125550123', '0012125550123']],
    ['+819012345678', 'JP', ['090-1234-5678', '+81 90 1234 5678', '010 81 90 1234 5678', '819012345678']],
    ['+4722334455', 'NO', ['22 33 44 55 ext. 12', '+47 22 33 44 55 x12', 'tel:+47-22-33-44-55']],
    ['+447700900123', 'GB', ['07700 900123', '+44 7700 900123']],
  ]
  for (const [number, country, texts] of spellings)
    for (const text of texts) t.same(readPhone(text, country).numbers, [number], `${text} in ${country}`)
})

t.test('given a number with the prefix of a country, when it is read in another one, then it is the same', async (t) => {
  for (const text of ['+47 900 11 222', '0047 900 11 222', '(0047) 90011222'])
    for (const country of ['NO', 'SE', 'US', 'JP'])
      t.same(readPhone(text, country), { numbers: ['+4790011222'], isCertain: true })
  t.same(readPhone('4790011222', 'SE'), { numbers: ['+4790011222'], isCertain: false })
})

t.test('given digits that are a number with and without a prefix, when they are read, then they are both', async (t) => {
  t.same(readPhone('4915123456789', 'DE').numbers, ['+494915123456789', '+4915123456789'])
})

t.test('when a text is no phone number, then it has none', async (t) => {
  for (const text of ['', '+', '00', '1881', 'unknown', '373123456789012345', '+47 (22) 33-44', '2024 90011222'])
    t.same(readPhone(text, 'NO'), { numbers: [], isCertain: false }, text)
})

t.test('given several numbers in one field, when it is read, then each is one', async (t) => {
  t.same(phonesIn('90011222,22334455 ; +46 8 123'), ['90011222', '22334455 ', ' +46 8 123'])
  t.same(phonesIn(null), [])
})

t.test('when digits of any script are read, then each has its value', async (t) => {
  const digits = Array.from({ length: 0x1ffff }, (_, code) => String.fromCodePoint(code)).filter((one) => /\p{Nd}/u.test(one))
  t.ok(digits.length > 600)
  for (let at = 0; at < digits.length; at += 10) t.equal(phoneDigits(digits.slice(at, at + 10).join('')), '0123456789')
})
