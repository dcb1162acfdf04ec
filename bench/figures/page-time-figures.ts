import type { Page } from '@open-oms/local-servers/start-browser'
import { settled } from '@open-oms/system/browser/settled-page'
import type { Figure } from '../figures.ts'
import { templateOrder } from '../samples/template-orders.ts'
import { percentile, type Session, send, WARM_UP_TURNS } from '../session.ts'
import { timeUntilShown } from '../time-until-shown.ts'

const TURNS = 30
const QUIET_MS = 150

/** Something that a person waits for. */
type PageWait = {
  name: string
  targetMs: number
  /** Brings the page, newly loaded, to where the person is. */
  prepare(turn: number): Promise<unknown>
  /** The milliseconds until the person sees it. */
  show(turn: number): Promise<number>
  /** The requests that the page makes for it, and nothing else. */
  ask(turn: number): Promise<unknown>
}

type Order = { id: string; orderNumber: string }
type SearchResponse = { result: Order[] }
type Bench = { page: Page; session: Session; lists: Lists }

const SHOWN_MS = 200
const FOUND_MS = 300

const statuses = ['Cancelled', 'Shipped', 'InProgress', 'New', 'Returned', 'Queued']
/**
 * What people search for: a tracking number, whole names, a mail address, an id, a name that
 * thousands have.
 */
const words = [
  'tr00042',
  templateCustomer(7).name,
  templateCustomer(211).name,
  templateCustomer(1_234).email,
  'copy-00001234',
  'hansen',
]

function templateCustomer(index: number): { name: string; email: string } {
  const { customerName, customerEmail } = templateOrder(index, '')
  return { name: String(customerName).toLowerCase(), email: String(customerEmail) }
}

const at = <T>(list: readonly T[], turn: number) => list[turn % list.length] as T

/** The first orders of each list, so that the page is known to show the right one. */
type Lists = { newest: Order[]; byStatus: Map<string, Order[]>; byWord: Map<string, Order[]> }

/**
 * What people wait for in the console, each beside the time of the same requests without a page, in
 * milliseconds. Page and requests alternate, and so does which of them goes first.
 */
export async function pageTimeFigures(page: Page, session: Session): Promise<Figure[]> {
  const bench = { page, session, lists: await readLists(session) }
  const waits = [firstList(bench), listByStatus(bench), listByText(bench), nextPage(bench), orderFromList(bench)]
  const figures: Figure[] = []
  for (const wait of waits) figures.push(...(await measure(wait)))
  return [...figures, await typingFigure(bench)]
}

async function measure({ name, targetMs, prepare, show, ask }: PageWait): Promise<Figure[]> {
  const times = { page: [] as number[], requests: [] as number[] }
  for (let turn = 0; turn < TURNS + WARM_UP_TURNS; turn++) {
    const requests = async () => {
      const begin = performance.now()
      await ask(turn)
      if (turn >= WARM_UP_TURNS) times.requests.push(performance.now() - begin)
    }
    if (turn % 2 === 0) await requests()
    await prepare(turn)
    const shown = await show(turn)
    if (turn >= WARM_UP_TURNS) times.page.push(shown)
    if (turn % 2 === 1) await requests()
  }
  const figure = (share: number) => ({
    baseline: percentile(times.requests, share),
    product: percentile(times.page, share),
    unit: 'ms',
  })
  return [
    { name: `${name}, p50`, ...figure(0.5) },
    { name: `${name}, p95`, ...figure(0.95), valueMax: targetMs },
  ]
}

const FIRST_ROW = '[role=row][aria-rowindex="2"] .order-link'

function firstList({ page, session, lists }: Bench): PageWait {
  return {
    name: 'list, by its link',
    targetMs: SHOWN_MS,
    prepare: () => open(page, session, '/stock'),
    show: () =>
      timeUntilShown(page, { event: 'click', seen: [firstRow(lists.newest)] }, () =>
        page.getByRole('link', { name: 'Orders', exact: true }).click(),
      ),
    ask: () => search(session, {}),
  }
}

function listByStatus({ page, session, lists }: Bench): PageWait {
  return {
    name: 'list, narrowed to a status by a click',
    targetMs: SHOWN_MS,
    prepare: async () => {
      await open(page, session, '/orders')
      // The heading of the column has the same name, and sorts.
      await page.getByRole('button', { name: 'Status', exact: true }).first().click()
    },
    show: (turn) => {
      const status = at(statuses, turn)
      return timeUntilShown(page, { event: 'click', seen: [firstRow(lists.byStatus.get(status))] }, () =>
        page.locator(`input[type=checkbox][value="${status}"]`).click(),
      )
    },
    ask: (turn) => search(session, { selectedStatuses: [at(statuses, turn)] }),
  }
}

function listByText({ page, session, lists }: Bench): PageWait {
  return {
    name: 'list, narrowed to a text by Enter',
    targetMs: FOUND_MS,
    prepare: async (turn) => {
      await open(page, session, '/orders')
      await page.getByLabel('Search orders').pressSequentially(at(words, turn))
    },
    show: (turn) =>
      timeUntilShown(page, { event: 'keydown', seen: [firstRow(lists.byWord.get(at(words, turn)))] }, () =>
        page.keyboard.press('Enter'),
      ),
    ask: (turn) => search(session, { searchText: at(words, turn), disableFacets: true }),
  }
}

const ROWS_OF_PAGE = 50
const SCROLLED_PX = 42 * ROWS_OF_PAGE

function nextPage({ page, session }: Bench): PageWait {
  return {
    name: 'next page of a list, by the wheel',
    targetMs: SHOWN_MS,
    prepare: async () => {
      await open(page, session, '/orders')
      await page.mouse.move(640, 600)
    },
    show: () =>
      timeUntilShown(page, { event: 'wheel', seen: [{ selector: `[role=row][aria-rowindex="${ROWS_OF_PAGE + 10}"]` }] }, () =>
        page.mouse.wheel(0, SCROLLED_PX),
      ),
    ask: () => search(session, { page: 2, disableFacets: true }),
  }
}

function orderFromList({ page, session, lists }: Bench): PageWait {
  const pickOrder = (turn: number) => {
    const orders = lists.byStatus.get(at(statuses, turn)) ?? []
    return at(orders, Math.floor(turn / statuses.length))
  }
  return {
    name: 'order, by its link in a list',
    targetMs: SHOWN_MS,
    prepare: (turn) => open(page, session, `/orders?status=${encodeURIComponent(JSON.stringify([at(statuses, turn)]))}`),
    show: (turn) => {
      const { orderNumber } = pickOrder(turn)
      const seen = [
        { selector: 'main h1', text: orderNumber },
        { selector: 'section[aria-label="What this order is waiting for"]' },
        { selector: 'section[aria-label=Items] tbody tr' },
      ]
      const gone = 'section[aria-label="What this order is waiting for"] [role=status]'
      return timeUntilShown(page, { event: 'click', seen, gone }, () =>
        page.getByRole('link', { name: orderNumber, exact: true }).click(),
      )
    },
    ask: (turn) => {
      const path = `/api/Orders/${pickOrder(turn).id}`
      return Promise.all(['', '/Why', '/Timeline?take=50'].map((part) => send(session, 'GET', `${path}${part}`)))
    },
  }
}

const LETTER_MS = 50
/**
 * Longer than the list waits for the next letter: what was typed is looked for while more is typed.
 */
const PAUSE_MS = 300
const typed = ['kari hansen', 'copy-00001234', 'tr00042']

/** How long a letter takes until it is seen in the field, also while the list changes behind it. */
async function typingFigure({ page, session }: Bench): Promise<Figure> {
  const times: number[] = []
  for (const word of typed) {
    await open(page, session, '/orders')
    await page.getByLabel('Search orders').focus()
    for (const [index, letter] of [...word].entries()) {
      const text = word.slice(0, index + 1)
      times.push(
        await timeUntilShown(page, { event: 'keydown', seen: [{ selector: '#order-search', text }] }, () =>
          page.keyboard.press(letter === ' ' ? 'Space' : letter),
        ),
      )
      if (index % 3 === 2) await page.waitForTimeout(PAUSE_MS)
    }
  }
  return { name: 'a letter in the search of the list, p95', product: percentile(times, 0.95), unit: 'ms', valueMax: LETTER_MS }
}

/** Loads a page again, so that it has nothing from before, and waits until it is at rest. */
async function open(page: Page, { url }: Session, path: string): Promise<void> {
  await page.goto(`${url}/console${path}`)
  await page.locator(path === '/stock' ? 'main h1' : FIRST_ROW).waitFor()
  await settled(page, QUIET_MS)
}

function firstRow(orders: readonly Order[] | undefined): { selector: string; text: string } {
  return { selector: FIRST_ROW, text: orders?.[0]?.orderNumber ?? '' }
}

async function search(session: Session, filter: Record<string, unknown>): Promise<Order[]> {
  const body = { sortOrder: 'CreatedDescending', take: ROWS_OF_PAGE, page: 1, disableFacets: false, ...filter }
  const { result }: SearchResponse = JSON.parse(await send(session, 'POST', '/api/Orders/SearchSummaries', body))
  return result
}

async function readLists(session: Session): Promise<Lists> {
  const each = async (names: readonly string[], filter: (name: string) => Record<string, unknown>) => {
    const found = new Map<string, Order[]>()
    for (const name of names) {
      const orders = await search(session, filter(name))
      if (orders.length === 0) throw new Error(`${name} finds nothing, which measures nothing.`)
      found.set(name, orders)
    }
    return found
  }
  return {
    newest: await search(session, {}),
    byStatus: await each(statuses, (status) => ({ selectedStatuses: [status] })),
    byWord: await each(words, (searchText) => ({ searchText })),
  }
}
