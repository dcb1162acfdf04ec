import { Alert } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { AreaTexts } from '../preferences/area-texts.tsx'
import { signInFailureEn } from '../texts/en/sign-in-failure.ts'
import { signInFailureNb } from '../texts/nb/sign-in-failure.ts'
import type { SignInFailure } from './sign-in-failure.ts'

const texts = { en: { signInFailure: signInFailureEn }, nb: { signInFailure: signInFailureNb } } as const

/** Says why the person is back from the provider without a session. */
export function FailureAlert({ reason }: { reason: SignInFailure }) {
  return (
    <AreaTexts texts={texts}>
      <Reason reason={reason} />
    </AreaTexts>
  )
}

function Reason({ reason }: { reason: SignInFailure }) {
  const t = useTranslations('signInFailure')
  return <Alert color="red" variant="outline" role="alert" title={t(reason)} />
}
