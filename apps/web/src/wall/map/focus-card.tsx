import { stateNames } from '@cloud-factory/domain/machine-states/machine-state-names'
import type { MapMachine } from '@cloud-factory/domain/wall/wall-panels'
import { SeverityMark } from '../charts/severity-mark.tsx'
import { StateSymbol } from '../charts/state-symbol.tsx'
import { percent, spanOf } from '../figures.ts'
import { useNow } from '../link/clock.ts'
import { useSpeech } from '../labels.ts'

/** Details of one machine, in a corner that the isometric plan leaves free. */
export function FocusCard({ machine, zoom }: { readonly machine: MapMachine; readonly zoom: number }) {
  const { t, names } = useSpeech()
  const now = useNow()
  const { code, name, class: kind, state, since, alarm, load } = machine
  return (
    <aside className={`focus-card is-${state}`}>
      <b>{code}</b>
      <span className="is-soft">{name === '' ? t(`class.${kind}`) : name}</span>
      <span>
        <StateSymbol state={state} size={20 * zoom} /> {names(stateNames[state])}
        {since !== null && (
          <span className="is-soft"> {t('map.since', { span: spanOf((now - since) / 1000) })}</span>
        )}
      </span>
      {alarm !== null && (
        <span>
          <SeverityMark severity={alarm} size={18 * zoom} /> {t('map.alarm')} · {t(`severity.${alarm}`)}
        </span>
      )}
      {load !== null && (
        <span>
          {t('map.load')} <b>{percent(load)}</b>
        </span>
      )}
    </aside>
  )
}
