import { useState } from 'react'
import { useWall } from '../link/wall.store.ts'
import { useSpeech } from '../labels.ts'
import type { Play } from './use-simulator.ts'

const isMinutes = (text: string): boolean =>
  /^\d{1,3}$/.test(text) && Number(text) >= 1 && Number(text) <= 240

/** Lets a machine of the played factory break down. */
export function BreakForm({ play, denied }: { readonly play: Play; readonly denied: boolean }) {
  const { t } = useSpeech()
  const onMap = useWall(({ items }) => items.workshop_map)?.data.machines ?? []
  const codes = onMap.map(({ code }) => code).toSorted()
  const [machine, setMachine] = useState('')
  const [minutes, setMinutes] = useState('10')
  const chosen = machine === '' ? (codes[0] ?? '') : machine
  const valid = isMinutes(minutes)
  const idle = denied || play.busy || play.state?.running !== true
  return (
    <>
      <div className="drawer-row">
        <label>
          {t('drawer.machine')}
          <select value={chosen} disabled={idle} onChange={({ target }) => setMachine(target.value)}>
            {codes.map((code) => (
              <option key={code}>{code}</option>
            ))}
          </select>
        </label>
        <label style={{ flex: '0 0 92px' }}>
          {t('drawer.minutes')}
          <input
            inputMode="numeric"
            value={minutes}
            disabled={idle}
            aria-invalid={!valid}
            onChange={({ target }) => setMinutes(target.value.trim())}
          />
        </label>
      </div>
      <button
        type="button"
        disabled={idle || !valid || chosen === ''}
        onClick={() => void play.breakDown({ machine: chosen, minutes: Number(minutes) })}
      >
        {t('drawer.break')}
      </button>
    </>
  )
}
