import { Button, Menu } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { useUser } from '../session/use-session.ts'

// Loaded when the menu is opened: the first load has a budget.
const UserMenuContent = lazy(async () => ({ default: (await import('./user-menu-content.tsx')).UserMenuContent }))

/** Who is signed in, what they may see, language and theme, and the way out. */
export function UserMenu() {
  const { displayName } = useUser()
  return (
    <Menu position="bottom-end" width={260} closeOnItemClick={false}>
      <Menu.Target>
        <Button variant="subtle" color="gray" size="xs" rightSection={<IconChevronDown size={14} aria-hidden />} maw={160}>
          {displayName}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Suspense>
          <UserMenuContent />
        </Suspense>
      </Menu.Dropdown>
    </Menu>
  )
}
