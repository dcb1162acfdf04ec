import type { Page } from '@open-oms/local-servers/start-browser'

/** The person whom the sample configuration has for trying things out. */
export const demoPerson = { userName: 'demo@example.com', password: 'demo-password' }

/**
 * Fills in the page that asks for name and password, and waits until the list of orders is there.
 */
export async function signIn(page: Page, { userName, password }: typeof demoPerson): Promise<void> {
  await page.getByLabel('User name').fill(userName)
  await page.getByRole('textbox', { name: 'Password' }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('heading', { name: 'Orders' }).waitFor()
}
