import { Text, Title, UnstyledButton } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { CodeText } from '../configuration/code-text.tsx'
import { useFormat } from '../display/use-format.ts'
import type { PathStatus, WorkflowPath } from './workflow-path.ts'

type ListsProps = {
  path: WorkflowPath
  /** What people call a status. */
  nameOf: (status: string) => string
  chosen: string | null
  onChoose: (status: string) => void
}

/**
 * The same as the picture, in words: the way so far with its times, where the order may go, and
 * where it may not.
 */
export function StatusLists({ path, ...choice }: ListsProps) {
  const t = useTranslations('workflowPicture')
  const format = useFormat()
  const { statuses, moves, began } = path
  const since = new Map(moves.toSorted((a, b) => a.time.localeCompare(b.time)).map((move) => [move.to, move]))
  const sinceText = (name: string): string => {
    const move = since.get(name)
    if (move !== undefined) return [format.time(move.time), move.actor].filter((part) => part !== null).join(' · ')
    return began?.status === name ? format.time(began.time) : ''
  }
  const of = (...states: PathStatus['state'][]) => statuses.filter(({ state }) => states.includes(state))
  return (
    <div>
      <StatusList title={t('way')} statuses={of('past', 'current')} whenOf={sinceText} isOrdered {...choice} />
      <StatusList title={t('next')} statuses={of('next')} {...choice} />
      <StatusList title={t('refused')} statuses={of('refused')} {...choice} />
    </div>
  )
}

type ListProps = {
  title: string
  statuses: readonly PathStatus[]
  nameOf: (status: string) => string
  whenOf?: (name: string) => string
  isOrdered?: boolean
  chosen: string | null
  onChoose: (status: string) => void
}

function StatusList({ title, statuses, nameOf, whenOf, isOrdered = false, chosen, onChoose }: ListProps) {
  const t = useTranslations('workflowPicture')
  if (statuses.length === 0) return null
  const List = isOrdered ? 'ol' : 'ul'
  return (
    <>
      <Title order={3} size="h6" mb={4}>
        {title}
      </Title>
      <List className="workflow-statuses" data-inline={!isOrdered}>
        {statuses.map(({ name, state, runs, outcomes }) => (
          <li key={name}>
            <UnstyledButton
              className="workflow-status"
              data-state={state}
              aria-pressed={name === chosen}
              onClick={() => onChoose(name)}
            >
              <CodeText code={name} name={nameOf(name)} />
            </UnstyledButton>
            {whenOf === undefined ? null : (
              <Text span size="xs" c="dimmed" ml={6}>
                {[state === 'current' ? t('now') : '', whenOf(name), runs.length === 0 ? '' : t('outcomes', outcomes)]
                  .filter((part) => part !== '')
                  .join(' · ')}
              </Text>
            )}
          </li>
        ))}
      </List>
    </>
  )
}
