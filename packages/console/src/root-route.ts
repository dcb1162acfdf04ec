import { createRootRoute } from '@tanstack/react-router'
import { ConsoleGate } from './shell/console-gate.tsx'
import { ErrorPage, NotFoundPage } from './shell/states.tsx'

/** What every page of the console is in: for who is signed in, its frame. */
export const root = createRootRoute({ component: ConsoleGate, notFoundComponent: NotFoundPage, errorComponent: ErrorPage })
