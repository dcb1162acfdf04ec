import { MantineProvider } from '@mantine/core'
import { createRoot } from 'react-dom/client'
import { AreaTexts } from '../preferences/area-texts.tsx'
import { Preferences } from '../preferences/preferences.tsx'
import { theme } from '../shell/theme.ts'
import { accountEn } from '../texts/en/account.ts'
import { accountNb } from '../texts/nb/account.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'

const texts = { en: { account: accountEn }, nb: { account: accountNb } } as const

let asking: Promise<boolean> | null = null

/**
 * Whether the person has shown who they are because a response asked for it; false for any other
 * response. Requests that are refused together ask once.
 */
export async function isConfirmed(response: Response): Promise<boolean> {
  const body = (await response
    .clone()
    .json()
    .catch(() => null)) as { error?: string } | null
  if (body?.error !== 'ConfirmationRequired') return false
  asking ??= ask().finally(() => {
    asking = null
  })
  return asking
}

/** A page of its own: whatever sent the request may be below a dialog that stays as it is. */
function ask(): Promise<boolean> {
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  return new Promise<boolean>((resolve) => {
    root.render(
      <MantineProvider theme={theme} defaultColorScheme="auto">
        <Preferences>
          <AreaTexts texts={texts}>
            <ConfirmDialog onDone={resolve} />
          </AreaTexts>
        </Preferences>
      </MantineProvider>,
    )
  }).finally(() => {
    root.unmount()
    place.remove()
  })
}
