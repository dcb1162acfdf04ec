import { reasonActions } from '@open-oms/contracts/why/catalogue/action-catalogue'
import { dayReasons } from '@open-oms/contracts/why/catalogue/day-catalogue'
import { nextEvents } from '@open-oms/contracts/why/catalogue/next-catalogue'
import { orderReasons } from '@open-oms/contracts/why/catalogue/order-catalogue'
import { parameterKinds, type Sentence } from '@open-oms/contracts/why/catalogue/sentence'
import { failureWords, transactionWords } from '@open-oms/contracts/why/catalogue/words'

/** The page of every sentence of `/Why`, with its parameters. */
export function whySentencesPage(note: string): string {
  const parts = [
    ['Order reasons', sentenceTable(orderReasons)],
    ['Day reasons', sentenceTable(dayReasons)],
    ['Next events', sentenceTable(nextEvents)],
    ['Actions', sentenceTable(reasonActions)],
    ['Failures', wordTable(failureWords)],
    ['Transactions', wordTable(transactionWords)],
  ]
  return `# Sentences of Why\n\n${note}\n\n${intro}\n${parts.map(([title, table]) => `\n## ${title}\n\n${table}`).join('\n')}`
}

const intro = `Every sentence of [Why](behaviour/why.md) by its \`code\`, for clients that write it themselves from
\`parameters\`.

- \`{name}\` is the value of a parameter, \`{count item/items}\` a number with its noun: the first form
  for 1, the second for others.
- \`[…]\` is written when all parameters in it are present; of parts that \`/\` separates, the first
  such one.

The parameters by kind; \`?\` marks those that may be null:

| Kind | In JSON |
|---|---|
${Object.entries(parameterKinds)
  .map(([kind, meaning]) => `| \`${kind}\` | ${meaning} |`)
  .join('\n')}
`

function sentenceTable(table: Readonly<Record<string, Sentence>>): string {
  const rows = Object.entries(table).map(([code, { parameters = {}, en, nb }]) => {
    const kinds = Object.entries(parameters).map(([name, kind]) => `\`${name}\` ${kind}`)
    return `| \`${code}\` | ${kinds.join(', ')} | ${cell(en)} | ${cell(nb)} |`
  })
  return `| Code | Parameters | English | Norwegian |\n|---|---|---|---|\n${rows.join('\n')}\n`
}

function wordTable(words: Readonly<Record<string, { en: string; nb: string }>>): string {
  const rows = Object.entries(words).map(([name, { en, nb }]) => `| \`${name}\` | ${cell(en)} | ${cell(nb)} |`)
  return `| Value | English | Norwegian |\n|---|---|---|\n${rows.join('\n')}\n`
}

/** A pattern as code; a bar would end the cell. */
function cell(pattern: string): string {
  return `\`${pattern.replaceAll('|', ' / ')}\``
}
