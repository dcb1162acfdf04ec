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
    <Menu {...props} opened={isOpen} onChange={setOpen}>
      <Menu.Target>{cloneElement(target as ReactElement<{ ref: Ref<HTMLButtonElement> }>, { ref: button })}</Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  )
}
