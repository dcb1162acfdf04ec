import { Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { AreaTexts } from '../preferences/area-texts.tsx'
import { useMay, useUser } from '../session/use-session.ts'
import { EmptyState } from '../shell/states.tsx'
import { importsEn } from '../texts/en/imports.ts'
import { workEn } from '../texts/en/work.ts'
import { importsNb } from '../texts/nb/imports.ts'
import { workNb } from '../texts/nb/work.ts'
import { WorkFrame } from '../work/work-frame.tsx'
import { ImportForm } from './import-form.tsx'
import { importActs, importKinds } from './import-kinds.ts'
import { ImportList } from './import-list.tsx'
import { ImportPanel } from './import-panel.tsx'
import { importsQuery } from './import-queries.ts'
import { readImportsView } from './imports-view.ts'
import { StorageAlert } from './storage-alert.tsx'
import { useImportRun } from './use-import-run.ts'
import './imports.css'

const texts = { en: { work: workEn, imports: importsEn }, nb: { work: workNb, imports: importsNb } } as const

/**
 * Takes orders, products, stock and customers over from files, and says what became of each row.
 */
export function ImportsPage() {
  return (
    <AreaTexts texts={texts}>
      <Imports />
    </AreaTexts>
  )
}

function Imports() {
  const t = useTranslations('imports')
  const may = useMay()
  const kinds = importKinds.filter((kind) => may(importActs[kind]))
  return (
    <WorkFrame page="imports">
      {kinds.length === 0 ? (
        <EmptyState title={t('forbidden.title')} text={t('forbidden.text')} />
      ) : (
        <Stack gap="md" px="md" pt="xs" pb="xl">
          <Content kinds={kinds} />
        </Stack>
      )}
    </WorkFrame>
  )
}

function Content({ kinds }: { kinds: Parameters<typeof ImportForm>[0]['kinds'] }) {
  const { userName } = useUser()
  const { import: shown } = useSearch({ from: '/work/imports' })
  const navigate = useNavigate({ from: '/work/imports' })
  const show = (id: string | undefined) => void navigate({ search: readImportsView({ import: id }), replace: true })
  const imports = useQuery(importsQuery(userName))
  const run = useImportRun()
  const kept = run.running !== null && run.running.id === shown ? run.running : imports.data?.find(({ id }) => id === shown)
  // What cannot be kept could not go on either.
  if (imports.isError) return <StorageAlert error={imports.error} />
  return (
    <>
      {run.failure === null ? null : <StorageAlert error={run.failure} />}
      <ImportForm
        kinds={kinds}
        isBusy={run.running !== null}
        onBegun={(begun) => {
          show(begun.id)
          void run.run(begun)
        }}
      />
      {kept === undefined ? null : <ImportPanel key={kept.id} {...{ kept, run }} onClose={() => show(undefined)} />}
      <ImportList imports={imports.data ?? []} isLoading={imports.isPending} runningId={run.running?.id ?? null} onShow={show} />
    </>
  )
}
