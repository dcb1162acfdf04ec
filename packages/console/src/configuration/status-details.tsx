import { Badge, Group, List, Paper, Stack, Text, Title } from '@mantine/core'
import type { RunningConfiguration } from '@open-oms/client/types'
import { useTranslations } from 'use-intl'
import { type Property, type Status, type Step, sortedSteps, stepLimits } from './config-view.ts'

type StepExplanation = RunningConfiguration['steps'][number]

const flags = ['isMainFilter', 'isInProgressStatus', 'isPicked', 'isDeliveredStatus', 'isCanceledStatus'] as const

/** What a status means, and the steps that run when an order enters it. */
export function StatusDetails({ status, explained }: { status: Status; explained: readonly StepExplanation[] }) {
  const t = useTranslations('configuration.status')
  const steps = sortedSteps(status)
  const meant = flags.filter((flag) => status[flag] === true)
  return (
    <section aria-labelledby="config-status">
      <Title order={2} size="h4" id="config-status">
        {t('title', { status: status.displayName ?? status.name })}
      </Title>
      <Text size="sm" c="dimmed" mb="xs">
        {status.name}
      </Text>
      {meant.length === 0 ? null : (
        <List size="sm" mb="sm">
          {meant.map((flag) => (
            <List.Item key={flag}>{t(`flags.${flag}`)}</List.Item>
          ))}
        </List>
      )}
      <Text size="sm" mb="xs">
        {t('steps', { count: steps.length })}
      </Text>
      <ol className="config-steps">
        {steps.map((step) => (
          <Paper component="li" key={step.id} withBorder p="sm">
            <StepCard step={step} explained={explained.find(({ names }) => names.includes(step.name))} />
          </Paper>
        ))}
      </ol>
    </section>
  )
}

function StepCard({ step, explained }: { step: Step; explained: StepExplanation | undefined }) {
  const t = useTranslations('configuration.step')
  return (
    <Stack gap={4}>
      <Group gap="xs">
        <Text fw={600}>{step.name}</Text>
        {step.active === false ? (
          <Badge variant="dot" color="gray" tt="none">
            {t('inactive')}
          </Badge>
        ) : null}
        {step.stopOnError ? (
          <Badge variant="dot" color="red" tt="none">
            {t('stopOnError')}
          </Badge>
        ) : null}
        {step.runAfterOrderIsSaved ? (
          <Badge variant="dot" color="gray" tt="none">
            {t('afterwards')}
          </Badge>
        ) : null}
      </Group>
      {/* Explanations are English in every language: the API has no others. */}
      {explained === undefined ? null : (
        <Text size="sm" lang="en">
          <ReferenceText text={`${explained.does}.`} />
        </Text>
      )}
      {step.description ? <Text size="sm">{step.description}</Text> : null}
      <dl className="facts">
        {step.connector ? <Fact name={t('connector')} value={step.connector} /> : null}
        {(step.properties ?? []).map((property) => (
          <PropertyFact key={property.key} property={property} explained={explained} />
        ))}
        {stepLimits(step).map(({ name, values }) => (
          <Fact key={name} name={name} value={values.join(', ')} />
        ))}
        {step.workflowStepConditions?.length ? (
          <Fact name={t('conditions')} value={step.workflowStepConditions.map(({ type }) => type).join(', ')} />
        ) : null}
        {step.retryFor ? <Fact name={t('retryFor')} value={step.retryFor} /> : null}
        {explained?.errors.length ? <ErrorsFact errors={explained.errors} /> : null}
      </dl>
    </Stack>
  )
}

function PropertyFact({ property, explained }: { property: Property; explained: StepExplanation | undefined }) {
  const meaning = explained?.properties.find(({ key }) => key === property.key)?.meaning
  return (
    <>
      <dt>{property.key}</dt>
      <dd>
        {property.value}
        {meaning === undefined ? null : (
          <Text size="xs" c="dimmed" lang="en">
            <ReferenceText text={meaning} />
          </Text>
        )}
      </dd>
    </>
  )
}

function ErrorsFact({ errors }: Pick<StepExplanation, 'errors'>) {
  const t = useTranslations('configuration.step')
  return (
    <>
      <dt>{t('fails')}</dt>
      <dd lang="en">
        <ReferenceText text={errors.join('; ')} />
      </dd>
    </>
  )
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </>
  )
}

/** A sentence of the reference, in which names of the interface are between backticks. */
function ReferenceText({ text }: { text: string }) {
  return text.split('`').map((part, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of a sentence do not move.
    index % 2 === 0 ? part : <code key={index}>{part}</code>,
  )
}
