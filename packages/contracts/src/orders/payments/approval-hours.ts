/** Hours in which an approval of a refund counts (security.md#second-pair-of-eyes). */
export const APPROVAL_HOURS = 24
