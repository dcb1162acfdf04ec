import type { TagColor } from '@open-oms/contracts/config/tag-colors'
import { type Keyed, keyed } from './keyed.ts'

export type HoldReason = { code: string; en: string; nb: string }
export type ApprovalLimit = { currency: string; amount: number | null }
export type Tag = { name: string; color: TagColor }

/** What the form has; null is a number that is not one yet. */
export type Handling = {
  lateAfterDays: number | null
  refundApprovalAbove: Keyed<ApprovalLimit>[]
  holdReasons: Keyed<HoldReason>[]
  tags: Keyed<Tag>[]
}

/** What the form begins with, from the text of the document; null: there is no document. */
export function readHandling(text: string | null): Handling {
  const { lateAfterDays = 2, refundApprovalAbove = [], holdReasons = [], tags = [] } = text === null ? {} : JSON.parse(text)
  return {
    lateAfterDays,
    refundApprovalAbove: refundApprovalAbove.map(({ currency, amount }: ApprovalLimit) => keyed({ currency, amount })),
    holdReasons: holdReasons.map(({ code, en, nb }: HoldReason) => keyed({ code, en, nb: nb ?? '' })),
    tags: tags.map(({ name, color }: Tag) => keyed({ name, color })),
  }
}

/** The text of the document that the form makes. */
export function handlingText({ lateAfterDays, refundApprovalAbove, holdReasons, tags }: Handling): string {
  return JSON.stringify(
    {
      lateAfterDays,
      refundApprovalAbove: refundApprovalAbove.map(({ currency, amount }) => ({ currency, amount })),
      holdReasons: holdReasons.map(({ code, en, nb }) => ({ code: code.trim(), en: en.trim(), nb: nb.trim() || null })),
      tags: tags.map(({ name, color }) => ({ name: name.trim(), color })),
    },
    null,
    2,
  )
}
