import { useState } from 'react'
import type { Layout } from '../screen.types.ts'
import { chime } from './ring-alarm.ts'

export interface Sound {
  readonly on: boolean
  /** Null: this screen never sounds, because no alarm takes it over. */
  readonly turn: (() => void) | null
}

/**
 * Whether alarms sound here: as published, until somebody changes it at the screen or a new setting
 * is published.
 */
export function useSound({ sound: published, takeover }: Layout): Sound {
  const [chosen, setChosen] = useState<{ readonly published: boolean; readonly on: boolean } | null>(null)
  const on = chosen?.published === published ? chosen.on : published
  const turn = () => {
    setChosen({ published, on: !on })
    // A test tone confirms it; after one touch the browser also allows later sounds.
    if (!on) chime()
  }
  return { on, turn: takeover === null ? null : turn }
}
