import { Kpi, KpiRow } from '../charts/kpi.tsx'
import { MachineCode } from '../charts/machine-code.tsx'
import { StateSymbol } from '../charts/state-symbol.tsx'
import { figure, percent, tonnesOf } from '../figures.ts'
import { useSpeech } from '../labels.ts'
import type { PanelProps } from './panel.types.ts'

/** What left the factory today, what waits to leave, and how busy the cranes are. */
export function LogisticsPanel({ data, height, zoom }: PanelProps<'logistics'>) {
  const { t } = useSpeech()
  const room = Math.floor((height - 58 * zoom) / (25 * zoom))
  return (
    <div className="panel-rows">
      <KpiRow alone={data.cranes.length === 0} height={height} zoom={zoom}>
        <Kpi large value={tonnesOf(data.shippedTodayKg)} unit={t('unit.t')} label={t('logistics.shipped')} />
        <Kpi value={tonnesOf(data.packedWaitingKg)} unit={t('unit.t')} label={t('logistics.waiting')} />
        <Kpi
          value={String(data.deliveriesToday)}
          label={
            data.deliveriesLoading > 0
              ? `${t('logistics.deliveries')} · ${data.deliveriesLoading} ${t('logistics.loading')}`
              : t('logistics.deliveries')
          }
        />
      </KpiRow>
      {room > 0 && data.cranes.length > 0 && (
        <ul className="line-bars" aria-label={t('logistics.cranes')}>
          {data.cranes.slice(0, room).map(({ id, code, state, loadT, busy }) => (
            <li key={id}>
              <span className="machine-cell">
                <StateSymbol state={state} size={16 * zoom} /> <MachineCode code={code} />
              </span>
              <span className="mini-bar">
                <i style={{ transform: `scaleX(${Math.max(0, Math.min(1, busy ?? 0))})` }} />
              </span>
              <b>
                {percent(busy)} · {figure(loadT, 1)} t
              </b>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
