import { useLocalStorage } from '@mantine/hooks'

/** Whether single letters do something; kept on this machine. */
export function useShortcuts(): { areOn: boolean; setOn: (areOn: boolean) => void } {
  const [areOn, setOn] = useLocalStorage({ key: 'oms-console-shortcuts', defaultValue: true, getInitialValueInEffect: false })
  return { areOn, setOn }
}
