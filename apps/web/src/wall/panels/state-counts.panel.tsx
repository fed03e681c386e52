import { type ShownState, shownStates } from '@cloud-factory/contract/equipment-enums'
import { stateNames } from '@cloud-factory/contract/machine-state-names'
import { StateSymbol } from '../charts/state-symbol.tsx'
import { percent } from '../figures.ts'
import { useSpeech } from '../labels.ts'
import type { PanelProps } from './panel.types.ts'

/** As people look for them: what works first, what nobody knows last. */
const order: readonly ShownState[] = [
  'running',
  'idle',
  'setup',
  'fault',
  'maintenance',
  'offline',
  'unknown',
]

/** How many machines are in which state, and their shares as one bar. */
export function StateCountsPanel({ data, width, height, zoom }: PanelProps<'state_counts'>) {
  const { names } = useSpeech()
  const all = shownStates.reduce((sum, state) => sum + data[state], 0)
  // That nothing is unknown needs no place.
  const shown = order.filter((state) => state !== 'unknown' || data.unknown > 0)
  const narrow = width / shown.length < 172 * zoom
  return (
    <div className={`state-counts ${narrow ? 'is-narrow' : ''} ${height < 90 ? 'is-flat' : ''}`}>
      <ul>
        {shown.map((state) => (
          <li key={state} className={`is-${state} ${data[state] === 0 ? 'is-zero' : ''}`} data-state={state}>
            <StateSymbol state={state} size={24 * zoom} />
            <b>{data[state]}</b>
            <span>{names(stateNames[state])}</span>
            {!narrow && height > 90 && <small>{all === 0 ? '' : percent(data[state] / all)}</small>}
          </li>
        ))}
      </ul>
      <div className="state-shares" aria-hidden="true">
        {order.map((state) => (
          <i key={state} className={`is-${state}`} style={{ flexGrow: data[state] }} />
        ))}
      </div>
    </div>
  )
}
