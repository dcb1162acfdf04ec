import type { ReactNode } from 'react'
import { AreaTexts } from '../preferences/area-texts.tsx'
import { refundRequestsEn } from '../texts/en/refund-requests.ts'
import { refundRequestsNb } from '../texts/nb/refund-requests.ts'

const texts = { en: { refundRequests: refundRequestsEn }, nb: { refundRequests: refundRequestsNb } } as const

/** Gives everything below the texts of refunds that need a second person. */
export function RefundRequestTexts({ children }: { children: ReactNode }) {
  return <AreaTexts texts={texts}>{children}</AreaTexts>
}
