import t from 'tap'
import { beginsMention, mentionedIn, withMention } from './mentions.ts'

const kari = { userName: 'kari@example.com', displayName: 'Kari Lager' }
const ola = { userName: 'ola@example.com', displayName: 'Ola' }

t.test('given a text, when it names colleagues, then they are those with the name behind @', async (t) => {
  t.strictSame(mentionedIn('Hei @Kari Lager, ring kunden', [kari, ola]), ['kari@example.com'])
  t.strictSame(mentionedIn('Kari Lager and ola@Olaf', [kari]), [])
})

t.test('when @ is typed as a new word, then someone is about to be named', async (t) => {
  t.equal(beginsMention('Hei @'), true)
  t.equal(beginsMention('@'), true)
  t.equal(beginsMention('kari@'), false)
})

t.test('when a colleague is chosen, then the text ends with the name', async (t) => {
  t.equal(withMention('Hei @', ola), 'Hei @Ola ')
  t.equal(withMention('Hei', ola), 'Hei @Ola ')
  t.equal(withMention('', kari), '@Kari Lager ')
})
