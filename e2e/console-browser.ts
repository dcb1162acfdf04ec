import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'

const axeSource = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/** The people of the repository's configuration. */
export const people = {
  admin: { userName: 'demo@example.com', password: 'demo-password' },
  reader: { userName: 'reader@example.com', password: 'demo-password' },
} as const

type Person = (typeof people)[keyof typeof people]

/** Opens an address of the console and signs in there. */
export async function openConsole(page: Page, address: string, { userName, password }: Person): Promise<void> {
  await page.goto(address)
  await page.getByLabel('User name').fill(userName)
  await page.getByRole('textbox', { name: 'Password' }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

/** What of the page is not accessible by axe's rules (WCAG 2.2 AA), one line for each; none is right. */
export async function accessibilityProblems(page: Page): Promise<string[]> {
  // By the debugger and not by an element: the policy of the page allows no script but its own.
  await page.evaluate(axeSource)
  return await page.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: typeof import('axe-core') }
    const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
    const { violations } = await axe.run({ runOnly: tags })
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')} ${failureSummary}`),
    )
  })
}
