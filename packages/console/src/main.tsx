import '@mantine/core/styles.css'
import '@mantine/notifications/styles.css'
import '@mantine/spotlight/styles.css'
import './shell/theme.css'
import './shell/console.css'
import './shell/trusted-types.ts'
import { MantineProvider } from '@mantine/core'
import { ApiError } from '@open-oms/client/errors'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { lazy, StrictMode, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { checkVersion, reloadIfDue } from './loading/page-reload.ts'
import { Preferences } from './preferences/preferences.tsx'
import { createConsoleRouter } from './routes.tsx'
import { liveState } from './session/live-state.ts'
import { theme } from './shell/theme.ts'
import { useWhenIdle } from './shell/use-when-idle.ts'

// Whatever has to be said waits until it is there: the first load has a budget.
const Notices = lazy(async () => ({ default: (await import('./shell/notices.tsx')).Notices }))

const queries = new QueryClient({
  defaultOptions: {
    // Without a network a request fails, and says so. One that is put off would keep its dialog
    // open, and be sent when nobody expects it.
    mutations: { networkMode: 'always' },
    queries: { staleTime: 10_000, retry: isWorthRetrying, retryDelay: (tries) => Math.min(1_000 * 2 ** tries, 15_000) },
  },
})

const router = createConsoleRouter()

// After an upgrade the next page that is opened is one of the new version. A gateway that was
// restarted ends the stream of changes.
router.subscribe('onBeforeNavigate', ({ fromLocation, pathChanged }) => {
  if (fromLocation === undefined || !pathChanged) return
  router.history.flush()
  reloadIfDue()
})
document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && void checkVersion())
liveState.listen(() => liveState.get() === 'connected' && void checkVersion())

const root = document.getElementById('root')
if (root === null) throw new Error('The page has no place for the console.')
createRoot(root).render(
  <StrictMode>
    <MantineProvider theme={theme} defaultColorScheme="auto">
      <Suspense>
        <Preferences>
          <QueryClientProvider client={queries}>
            <LaterNotices />
            <RouterProvider router={router} />
          </QueryClientProvider>
        </Preferences>
      </Suspense>
    </MantineProvider>
  </StrictMode>,
)

function LaterNotices() {
  return useWhenIdle() ? (
    <Suspense>
      <Notices />
    </Suspense>
  ) : null
}

/** Whether asking once more may help: a refusal stays one, a lost connection may come back. */
function isWorthRetrying(failures: number, error: Error): boolean {
  if (error instanceof ApiError) return error.status >= 500 && failures < 2
  return failures < 5
}
