import { Outlet } from '@tanstack/react-router'
import { AreaTexts } from '../preferences/area-texts.tsx'
import { moneyEn } from '../texts/en/money.ts'
import { moneyNb } from '../texts/nb/money.ts'

const texts = { en: { money: moneyEn }, nb: { money: moneyNb } } as const

/** What all pages about money are in. */
export function MoneyArea() {
  return (
    <AreaTexts texts={texts}>
      <Outlet />
    </AreaTexts>
  )
}
