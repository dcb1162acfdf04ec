// Shared process: the console of a system that is disturbed.
import { setTimeout as sleep } from 'node:timers/promises'
import type { BrowserContextOptions, Page } from 'playwright-core'
import t, { type Test } from 'tap'
import { accessViolations, consoleBrowser, consoleWindow, openInside, type Person, people } from './console-window.ts'
import { disturbedSystem, failedCaptures } from './refusing-bank.ts'
import { queryRows, type SystemUnderTest } from './system-under-test.ts'

const FAILED = 6

const countQueuedRuns = async ({ client }: SystemUnderTest) =>
  (await client.call<{ totalHits: number }>('POST', '/api/WorkflowRuns/Search', { body: {} })).body.totalHits

async function noViolation(t: Test, page: Page, { what }: { what: string }): Promise<void> {
  t.same(await accessViolations(page), [], `${what} is accessible`)
}

const browser = await consoleBrowser()

t.test('given captures that a bank refused, when people open the page of work, then they put them right there', async (t) => {
  const under = await disturbedSystem()
  const { bank, receiver } = under
  const { gatewayUrl } = under.system
  receiver.refuses = true
  const orders = await failedCaptures(under, 'work', FAILED)
  const captured = bank.captures.length
  const queue = 'work?step=%5B%22CapturePayments%22%5D'
  const openAs = async (person: Person, options: BrowserContextOptions = {}) => {
    const { page } = await consoleWindow(browser, `${gatewayUrl}/console/${queue}`, { ...person, options })
    await page.getByRole('heading', { name: 'Issues' }).waitFor()
    return page
  }

  const phone = await openAs(people.reader, { colorScheme: 'dark', viewport: { width: 390, height: 800 } })

  await t.test('given a reader, when they look at the queue, then they see why runs failed and can change nothing', async (t) => {
    const page = phone
    await page.getByText('The limit is reached.').filter({ visible: true }).first().waitFor()
    await noViolation(t, page, { what: 'the queue of a reader in the dark on a phone' })
    t.equal(await page.getByRole('button', { name: /Retry/ }).count(), 0)
    t.equal(await page.getByRole('checkbox').count(), 0)
    const overflow = 'document.documentElement.scrollWidth - document.documentElement.clientWidth'
    t.equal(await page.evaluate(overflow), 0, 'the page is not wider than the phone')
  })

  const page = await openAs(people.all)

  await t.test('given the cause is removed, when one run is retried, then its order is captured', async (t) => {
    bank.refuses = () => false
    await page.getByText(`${FAILED} runs`).waitFor()
    await noViolation(t, page, { what: 'the queue' })
    await page.getByRole('button', { name: 'Retry: order work-1' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Retry' }).click()
    await page.getByText('Finished: 1 of 1 done, 1 succeeded').waitFor()
    t.equal(await countQueuedRuns(under), FAILED - 1)
  })

  await t.test(
    'given the others, when all that the filters find are retried, then a job does it and the queue is empty',
    async (t) => {
      await openInside(page, `/${queue}`)
      await page.waitForURL(`${gatewayUrl}/console/${queue}`)
      await page.getByRole('button', { name: `Retry all ${FAILED - 1}` }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Note').fill('The bank has raised our limit.')
      await noViolation(t, page, { what: 'the question' })
      await dialog.getByRole('button', { name: 'Retry' }).click()
      await page.getByText(`Finished: ${FAILED - 1} of ${FAILED - 1} done, ${FAILED - 1} succeeded`).waitFor()
      await page.getByText('Nothing matches').waitFor()
      t.equal(await page.getByRole('table', { name: 'Results' }).getByText('Succeeded').count(), FAILED - 1)
      t.match(page.url(), /job=/, 'the address shows the job to others')
      await noViolation(t, page, { what: 'the finished job' })
      t.equal(await countQueuedRuns(under), 0)
      t.equal(bank.captures.length - captured, FAILED, 'each is captured once')
      for (const id of orders) {
        const { body } = await under.client.call('GET', `/api/Orders/${id}`)
        t.match(body, { status: 'Completed', orderForm: { capturedPaymentTotal: 125 } }, id)
      }
    },
  )

  await t.test('given events that a receiver refused for a day, when one is sent again, then it has it once', async (t) => {
    await aDayLater(under)
    await openInside(page, '/work')
    await page.getByRole('link', { name: 'Webhook deliveries' }).click()
    const table = page.getByRole('table', { name: 'Webhook deliveries' })
    await table.getByText('The books are closed.').filter({ visible: true }).first().waitFor()
    await noViolation(t, page, { what: 'the deliveries' })
    await page.getByRole('button', { name: 'Show only deliveries to erp' }).first().click()
    await page.getByRole('button', { name: 'Only to erp: show all' }).waitFor()
    t.match(page.url(), /subscription=erp/)
    receiver.refuses = false
    receiver.events = []
    const again = page.getByRole('button', { name: 'Send again: work-1 to erp' })
    await again.dblclick()
    await again.waitFor({ state: 'detached' })
    await page.getByText('Delivered', { exact: true }).first().click()
    await table.getByRole('link', { name: 'work-1' }).waitFor()
    t.match(page.url(), /state=Delivered/)
    t.same(
      receiver.events.map(({ subject }) => subject),
      ['work-1'],
    )
  })

  await t.test(
    'given a reader on a phone, when they open the deliveries, then they are refused and nothing overflows',
    async (t) => {
      const page = phone
      await openInside(page, '/work/deliveries')
      await page.getByRole('alert').waitFor()
      t.equal(await page.getByRole('link', { name: 'Webhook deliveries' }).count(), 0)
      t.equal(await page.getByRole('button', { name: /Send again/ }).count(), 0)
      await noViolation(t, page, { what: 'the refusal' })
      await page.context().close()
    },
  )
})

/**
 * Has the deliveries that fail given up with their next attempt, which is made now, as after a day
 * of attempts.
 */
async function aDayLater({ system, client }: SystemUnderTest): Promise<void> {
  const rows = (text: string) => queryRows(system.databaseUrls['orders-workflow'], text)
  const givenUp = async () => {
    await rows('update webhook_delivery set give_up = now()')
    await rows('update webhook_lane set next_attempt = now() where not is_held')
    return (await client.call<{ result: unknown[] }>('GET', '/api/WebhookDeliveries?state=GivenUp')).body.result.length
  }
  while ((await givenUp()) < FAILED) await sleep(200)
}
