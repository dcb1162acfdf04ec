import type { ButtonProps } from '@mantine/core'
import { type ButtonHTMLAttributes, cloneElement, type ReactElement, type ReactNode, Suspense, useState } from 'react'

type MenuButtonProps = {
  button: ReactElement<ButtonProps & ButtonHTMLAttributes<HTMLButtonElement>>
  /** Loads the menu: done when the pointer or the focus comes near. */
  load: () => Promise<unknown>
  /** The menu, an `OpenedMenu` of this target. */
  children: (target: ReactElement) => ReactNode
}

/**
 * A button whose menu is loaded when it is opened first: what menus take is a tenth of what a page
 * may load.
 */
export function MenuButton({ button, load, children }: MenuButtonProps) {
  const [isWanted, setWanted] = useState(false)
  const preload = () => void load()
  const closed = cloneElement(button, {
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    onPointerEnter: preload,
    onFocus: preload,
    onClick: () => setWanted(true),
  })
  return isWanted ? <Suspense fallback={closed}>{children(button)}</Suspense> : closed
}
