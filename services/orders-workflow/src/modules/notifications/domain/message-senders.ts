import type { ConfigProblem } from '@open-oms/contracts/config/config-file'
import { type Settings, settingsFile } from '@open-oms/contracts/config/settings'
import { isEmailAddress, isEmailDomain } from './message-addresses.ts'

type SenderRule = {
  /** The connector's own sender, which is always allowed. */
  own: string | null
  /** Further addresses (`oslo@example.com`) and domains (`example.com`, without its subdomains). */
  senders: readonly string[]
}

/**
 * Whether a request may choose this address as the sender of an e-mail. Letter case does not count.
 */
export function isAllowedSender(address: string, { own, senders }: SenderRule): boolean {
  const wanted = address.toLowerCase()
  const domain = wanted.slice(wanted.lastIndexOf('@') + 1)
  return [...(own === null ? [] : [own]), ...senders].some((sender) => [wanted, domain].includes(sender.toLowerCase()))
}

/** Senders in the settings that are neither an e-mail address nor a domain. */
export function findSenderProblems({ messages }: Pick<Settings, 'messages'>): ConfigProblem[] {
  return messages.senders.flatMap((sender, index) => {
    if (isEmailAddress(sender) || isEmailDomain(sender)) return []
    const reason = `"${sender}" is neither an e-mail address nor a domain, such as oslo@example.com or example.com`
    const remedy = 'Write the address or the domain alone, without a name.'
    return [{ file: settingsFile.file, path: `messages.senders[${index}]`, reason, remedy }]
  })
}
