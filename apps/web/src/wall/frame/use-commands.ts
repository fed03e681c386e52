import type { CommandItem } from '@cloud-factory/contract/wall-frame'
import { useEffect } from 'react'
import { useNow } from '../link/clock.ts'
import { sendBeacon } from '../link/beacon.ts'
import { ownDevice } from '../../shared/own-device.ts'
import { useWall } from '../link/wall.store.ts'

/** Kept over a reload: a TV told to load anew does so once. */
const doneKey = 'wall-command'

const doneNo = (): number => Number(sessionStorage.getItem(doneKey) ?? 0)

/** Carries out each command once, and gives back the one that is to be seen now: who this is, or a message. */
export function useCommands(goTo: (page: number) => void): CommandItem | null {
  const command = useWall(({ items }) => items.command)
  const now = useNow()
  useEffect(() => {
    if (command === undefined || !isForUs(command) || command.no <= doneNo()) return
    sessionStorage.setItem(doneKey, String(command.no))
    void sendBeacon(command.no)
    if (command.command === 'reload') location.reload()
    else if (command.command === 'page') goTo(command.page ?? 0)
  }, [command, goTo])
  if (command === undefined || !isForUs(command) || command.until <= now) return null
  return command.command === 'identify' || command.command === 'message' ? command : null
}

const isForUs = ({ device }: CommandItem): boolean => device === null || device === ownDevice()
