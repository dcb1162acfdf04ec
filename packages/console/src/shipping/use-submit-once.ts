import { useRef } from 'react'

type Write<Input> = { mutate: (input: Input, options: { onSettled: () => void }) => void }

/** Sends a write unless it is under way: the second of two quick clicks comes before the button is shown as busy. */
export function useSubmitOnce<Input>(write: Write<Input>): (input: Input) => void {
  const isUnderWay = useRef(false)
  return (input) => {
    if (isUnderWay.current) return
    isUnderWay.current = true
    write.mutate(input, {
      onSettled: () => {
        isUnderWay.current = false
      },
    })
  }
}
