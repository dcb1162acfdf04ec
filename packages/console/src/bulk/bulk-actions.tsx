import { Button, Menu } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { lazy, type RefObject, Suspense, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { openHolds } from '../holds/open-holds.ts'
import { hasFailedStep } from '../orders/open-errors.ts'
import { AreaTexts } from '../preferences/area-texts.tsx'
import { useMay } from '../session/use-session.ts'
import { BusyDialog } from '../shell/busy-dialog.tsx'
import type { BulkAction, BulkTarget } from './bulk-action.ts'
import { bulkTexts } from './bulk-texts.ts'

const always = () => true

/** The first one has a button, the others are in a menu. */
const actions: readonly BulkAction[] = [
  {
    name: 'move',
    act: 'changeOrders',
    isForAll: false,
    isOffered: always,
    Form: lazy(async () => ({ default: (await import('./move-form.tsx')).MoveForm })),
  },
  {
    name: 'tags',
    act: 'changeOrders',
    isForAll: false,
    isOffered: always,
    Form: lazy(async () => ({ default: (await import('./tags-form.tsx')).TagsForm })),
  },
  {
    name: 'assign',
    act: 'changeOrders',
    isForAll: false,
    isOffered: always,
    Form: lazy(async () => ({ default: (await import('./assign-form.tsx')).AssignForm })),
  },
  {
    name: 'hold',
    act: 'changeOrders',
    isForAll: false,
    isOffered: always,
    Form: lazy(async () => ({ default: (await import('./hold-form.tsx')).HoldForm })),
  },
  {
    name: 'release',
    act: 'changeOrders',
    isForAll: false,
    isOffered: (orders) => orders.some((order) => openHolds(order).length > 0),
    Form: lazy(async () => ({ default: (await import('./release-form.tsx')).ReleaseForm })),
  },
  {
    name: 'retry',
    act: 'changeOrders',
    isForAll: false,
    isOffered: (orders) => orders.some(hasFailedStep),
    Form: lazy(async () => ({ default: (await import('./retry-form.tsx')).RetryForm })),
  },
  {
    name: 'print',
    act: 'readOrders',
    isForAll: true,
    isOffered: always,
    Form: lazy(async () => ({ default: (await import('./print-form.tsx')).PrintForm })),
  },
  {
    name: 'export',
    act: 'exportOrders',
    isForAll: true,
    isOffered: always,
    Form: lazy(async () => ({ default: (await import('./export-form.tsx')).ExportForm })),
  },
]

/** What can be done with the selected orders, or with all that are found. */
export function BulkActions(target: BulkTarget) {
  return (
    <AreaTexts texts={bulkTexts}>
      <Offered {...target} />
    </AreaTexts>
  )
}

function Offered(target: BulkTarget) {
  const t = useTranslations('bulk')
  const may = useMay()
  const [chosen, setChosen] = useState<Chosen>()
  const button = useRef<HTMLButtonElement>(null)
  const { orders, count } = target
  const offered = actions.filter(
    ({ act, isForAll, isOffered }) => count > 0 && may(act) && (orders.length === 0 ? isForAll : isOffered(orders)),
  )
  // The orders as they are now: the list behind goes on changing.
  const choose = (action: BulkAction) => setChosen({ action, target })
  const first = offered.find(({ name }) => name === 'move')
  const others = offered.filter((action) => action !== first)
  return (
    <>
      {first === undefined ? null : (
        <Button size="xs" onClick={() => choose(first)}>
          {t(`names.${first.name}`)}
        </Button>
      )}
      {others.length === 0 ? null : (
        <Menu position="bottom-end">
          <Menu.Target>
            <Button ref={button} size="xs" variant="default" rightSection={<IconChevronDown size={14} aria-hidden />}>
              {orders.length === 0 ? t('openForAll', { count }) : t('open')}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {others.map((action) => (
              <Menu.Item key={action.name} onClick={() => choose(action)}>
                {t(`names.${action.name}`)}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
      <BulkDialog chosen={chosen} returnTo={button} onClose={() => setChosen(undefined)} />
    </>
  )
}

type Chosen = { action: BulkAction; target: BulkTarget }

type BulkDialogProps = { chosen: Chosen | undefined; returnTo: RefObject<HTMLElement | null>; onClose: () => void }

function BulkDialog({ chosen, returnTo, onClose }: BulkDialogProps) {
  const t = useTranslations('bulk')
  return (
    <BusyDialog
      opened={chosen !== undefined}
      returnTo={returnTo}
      onClose={onClose}
      size="lg"
      title={chosen === undefined ? '' : t(`titles.${chosen.action.name}`, { count: chosen.target.count })}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <Suspense>{chosen === undefined ? null : <chosen.action.Form {...chosen.target} onDone={onClose} />}</Suspense>
    </BusyDialog>
  )
}
