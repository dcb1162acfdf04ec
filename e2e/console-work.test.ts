// Own process: it starts the whole system.
import type { BrowserContextOptions, Page } from 'playwright-core'
import t, { type Test } from 'tap'
import { accessViolations, consoleBrowser, openWindow, type Person, people, signIn } from './console-window.ts'
import { bankTenant, failedCaptures, refusingBank } from './refusing-bank.ts'
import { type SystemUnderTest, systemUnderTest } from './system-under-test.ts'

const FAILED = 6

const queueOf = async ({ client }: SystemUnderTest) =>
  (await client.call<{ totalHits: number }>('POST', '/api/WorkflowRuns/Search', { body: {} })).body.totalHits

async function noViolation(t: Test, page: Page, { what }: { what: string }): Promise<void> {
  t.same(await accessViolations(page), [], `${what} is accessible`)
}

const browser = await consoleBrowser()

t.test('given captures that a bank refused, when people open the page of work, then they put them right there', async (t) => {
  const { bank, url } = await refusingBank(t)
  const under = await systemUnderTest(t, { configDir: await bankTenant(t, url) })
  const { gatewayUrl } = under.system
  const orders = await failedCaptures(under, FAILED)
  const openAs = async (person: Person, options: BrowserContextOptions = {}) => {
    const { page } = await openWindow(browser, options)
    await page.goto(`${gatewayUrl}/console/work?step=%5B%22CapturePayments%22%5D`)
    await signIn(page, person)
    await page.getByRole('heading', { name: 'Work' }).waitFor()
    return page
  }

  await t.test('given a reader, when they look at the queue, then they see why runs failed and can change nothing', async (t) => {
    const page = await openAs(people.reader, { colorScheme: 'dark', viewport: { width: 390, height: 800 } })
    await page.getByText('The limit is reached.').filter({ visible: true }).first().waitFor()
    await noViolation(t, page, { what: 'the queue of a reader in the dark on a phone' })
    t.equal(await page.getByRole('button', { name: /Retry/ }).count(), 0)
    t.equal(await page.getByRole('checkbox').count(), 0)
    const overflow = 'document.documentElement.scrollWidth - document.documentElement.clientWidth'
    t.equal(await page.evaluate(overflow), 0, 'the page is not wider than the phone')
  })

  await t.test('given the cause is removed, when one run is retried, then its order is captured', async (t) => {
    bank.refuses = () => false
    const page = await openAs(people.all)
    await page.getByText(`${FAILED} runs`).waitFor()
    await noViolation(t, page, { what: 'the queue' })
    await page.getByRole('button', { name: 'Retry: order refused-1' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Retry' }).click()
    await page.getByText('Finished: 1 of 1 done, 1 succeeded').waitFor()
    t.equal(await queueOf(under), FAILED - 1)
    await page.context().close()
  })

  await t.test(
    'given the others, when all that the filters find are retried, then a job does it and the queue is empty',
    async (t) => {
      const page = await openAs(people.all)
      await page.getByRole('button', { name: `Retry all ${FAILED - 1}` }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Note').fill('The bank has raised our limit.')
      await noViolation(t, page, { what: 'the question' })
      await dialog.getByRole('button', { name: 'Retry' }).click()
      await page.getByText(`Finished: ${FAILED - 1} of ${FAILED - 1} done, ${FAILED - 1} succeeded`).waitFor()
      await page.getByText('No run is like that').waitFor()
      t.equal(await page.getByRole('table', { name: 'Results' }).getByText('Succeeded').count(), FAILED - 1)
      t.match(page.url(), /job=/, 'the address shows the job to others')
      await noViolation(t, page, { what: 'the finished job' })
      t.equal(await queueOf(under), 0)
      t.equal(bank.captures.length, FAILED, 'each is captured once')
      for (const id of orders) {
        const { body } = await under.client.call('GET', `/api/Orders/${id}`)
        t.match(body, { status: 'Completed', orderForm: { capturedPaymentTotal: 125 } }, id)
      }
    },
  )
})
