import { Menu, type MenuProps } from '@mantine/core'
import { cloneElement, type ReactElement, type Ref, useEffect, useRef, useState } from 'react'

type OpenedMenuProps = MenuProps & { target: ReactElement }

/** The menu of a `MenuButton`, which opens as soon as it is there. */
export function OpenedMenu({ target, children, ...props }: OpenedMenuProps) {
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    // The button is another element than the one that was pressed: the focus returns to it.
    button.current?.focus()
    setOpen(true)
  }, [])
  return (
    <Menu {...props} opened={isOpen} onChange={setOpen} withInitialFocusPlaceholder={false}>
      <Menu.Target>{cloneElement(target as ReactElement<{ ref: Ref<HTMLButtonElement> }>, { ref: button })}</Menu.Target>
      {/* Longer than a small screen: it scrolls by itself. */}
      <Menu.Dropdown mah="calc(100dvh - 160px)" style={{ overflowY: 'auto' }}>
        {children}
      </Menu.Dropdown>
    </Menu>
  )
}
