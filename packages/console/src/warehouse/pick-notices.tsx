import { Alert, Button, Group, Text } from '@mantine/core'
import { useNetwork } from '@mantine/hooks'
import { useTranslations } from 'use-intl'
import { ButtonLink } from '../shell/text-link.tsx'
import { forgetTask } from './picking/pick-store.ts'
import type { PickTask } from './picking/pick-task.ts'

/** What is not sent yet, and what was refused. */
export function PickNotices({ tasks, onForgotten }: { tasks: readonly PickTask[]; onForgotten: () => void }) {
  const t = useTranslations('warehouse')
  const { online } = useNetwork()
  const waiting = tasks.filter(({ state }) => state === 'toSend').length
  return (
    <>
      {online && waiting === 0 ? null : (
        <Alert color="yellow" variant="outline" role="status" py="xs">
          <Text size="sm">{online ? null : t('offline')}</Text>
          {waiting === 0 ? null : <Text size="sm">{t('waiting', { count: waiting })}</Text>}
        </Alert>
      )}
      {tasks
        .filter(({ state }) => state === 'refused')
        .map((task) => (
          <Refused key={task.id} task={task} onForgotten={onForgotten} />
        ))}
    </>
  )
}

function Refused({ task, onForgotten }: { task: PickTask; onForgotten: () => void }) {
  const t = useTranslations('warehouse.refused')
  const { shipment, refusal } = task
  const order = shipment.orderNumber ?? shipment.orderId
  const isTaken = refusal?.code === 'VersionConflict'
  const by = refusal?.by ?? null
  const text = !isTaken
    ? t('other', { order, reason: refusal?.text ?? '' })
    : by === null
      ? t('takenBySomeone', { order })
      : t('taken', { order, by })
  return (
    <Alert color="red" variant="outline" role="alert" py="xs">
      <Text size="sm">{text}</Text>
      <Group gap="xs" mt="xs">
        <ButtonLink to="/orders/$orderId" params={{ orderId: shipment.orderId }} variant="default">
          {t('look')}
        </ButtonLink>
        <Button variant="default" onClick={() => void forgetTask(task.id).then(onForgotten)}>
          {t('dismiss')}
        </Button>
      </Group>
    </Alert>
  )
}
