import { Progress, Stack, Table, Text, Title, UnstyledButton } from '@mantine/core'
import type { Job } from '@open-oms/client/types'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { useFormat } from '../display/use-format.ts'
import { ErrorState } from '../shell/states.tsx'
import { jobsQuery } from './work-queries.ts'

/** The newest jobs with their progress. */
export function JobList({ onShow }: { onShow: (jobId: string) => void }) {
  const t = useTranslations('work.job')
  const format = useFormat()
  const jobs = useQuery(jobsQuery)
  return (
    <Stack gap="xs" px="md" py="lg">
      <Title order={2} size="h4">
        {t('list')}
      </Title>
      {jobs.isError && jobs.data === undefined ? <ErrorState error={jobs.error} onRetry={() => void jobs.refetch()} /> : null}
      {jobs.data?.result.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t('noJobs')}
        </Text>
      ) : null}
      {jobs.data !== undefined && jobs.data.result.length > 0 ? (
        <Table.ScrollContainer
          minWidth={560}
          scrollAreaProps={{ viewportProps: { tabIndex: 0, role: 'region', 'aria-label': t('list') } }}
        >
          <Table aria-label={t('list')} verticalSpacing="xs">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t('job')}</Table.Th>
                <Table.Th>{t('state')}</Table.Th>
                <Table.Th w={160}>{t('progress')}</Table.Th>
                <Table.Th>{t('begun')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {jobs.data.result.map((job) => (
                <Table.Tr key={job.id}>
                  <Table.Td>
                    <UnstyledButton className="order-link" fz="sm" onClick={() => onShow(job.id)}>
                      {t(`kinds.${job.kind}`, { count: job.total })}
                    </UnstyledButton>
                  </Table.Td>
                  <Table.Td>{t(`states.${job.state}`)}</Table.Td>
                  <Table.Td>
                    <JobBar job={job} />
                  </Table.Td>
                  <Table.Td className="figures">{format.time(job.createdAt)}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      ) : null}
    </Stack>
  )
}

/** How much of a job is done, with and without success. */
export function JobBar({ job }: { job: Job }) {
  const t = useTranslations('work.job')
  const part = (count: number) => (job.total === 0 ? 0 : (count / job.total) * 100)
  return (
    <Progress.Root size="md">
      <Progress.Section value={part(job.succeeded)} color="green" aria-label={t('outcomes.Succeeded')} />
      <Progress.Section value={part(job.failed)} color="red" aria-label={t('outcomes.Failed')} />
      <Progress.Section value={part(job.refused)} color="orange" aria-label={t('outcomes.Refused')} />
    </Progress.Root>
  )
}
