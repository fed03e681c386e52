import { useState } from 'react'
import type { Layout } from '../screen.types.ts'
import { chime } from './ring-alarm.ts'

export interface Sound {
  readonly on: boolean
  /** Null: nothing ever sounds on this screen, for no alarm takes it. */
  readonly turn: (() => void) | null
}

/** Whether alarms sound here: as published, until somebody at the screen wants it otherwise or it is published otherwise. */
export function useSound({ sound: published, takeover }: Layout): Sound {
  const [chosen, setChosen] = useState<{ readonly published: boolean; readonly on: boolean } | null>(null)
  const on = chosen?.published === published ? chosen.on : published
  const turn = () => {
    setChosen({ published, on: !on })
    // Heard at once by whoever turned it on; and a browser that was touched once may sound from then on.
    if (!on) chime()
  }
  return { on, turn: takeover === null ? null : turn }
}
