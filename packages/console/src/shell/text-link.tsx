import { Anchor, type AnchorProps, Button, type ButtonProps } from '@mantine/core'
import { createLink } from '@tanstack/react-router'
import type { AnchorHTMLAttributes, Ref } from 'react'

type Native<Own> = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, keyof Own> & { ref?: Ref<HTMLAnchorElement> }

/** A link to a page of the console, as text. Its address is checked against the routes. */
export const TextLink = createLink((props: AnchorProps & Native<AnchorProps>) => <Anchor size="sm" {...props} />)

/** A link to a page of the console that looks like a button. */
export const ButtonLink = createLink((props: ButtonProps & Native<ButtonProps>) => <Button component="a" size="xs" {...props} />)
