import type { WeldingMachine } from '@cloud-factory/domain/wall/wall-panels'
import { Nothing } from '../charts/kpi.tsx'
import { MachineCode } from '../charts/machine-code.tsx'
import { Ring } from '../charts/ring.tsx'
import { StateSymbol } from '../charts/state-symbol.tsx'
import { commonStart } from '../codes.rules.ts'
import { figure } from '../figures.ts'
import { useTurn } from '../frame/use-turn.ts'
import { useSpeech } from '../labels.ts'
import type { PanelProps } from './panel.types.ts'

/**
 * Arc-on ratio, share of arc time inside the procedure's window, and each welder with its current
 * values.
 */
export function WeldingPanel({ data, width, height, zoom, options }: PanelProps<'welding'>) {
  const { t } = useSpeech()
  const ring = Math.min(height > 200 ? height * 0.42 : height - 24 * zoom, width * 0.12)
  const stacked = height > 260
  const row = 24 * zoom
  const tableHeight = stacked ? height - ring - 34 * zoom : height
  const room = Math.max(1, Math.floor((tableHeight - 20 * zoom) / row))
  const most = stacked ? room : Math.min(room, Number(options['rows'] ?? room))
  const turns = Math.max(1, Math.ceil(data.machines.length / most))
  // The last page has as many rows as the others.
  const rows = Math.max(1, Math.ceil(data.machines.length / turns))
  const turn = useTurn(turns, 8)
  if (data.machines.length === 0) return <Nothing>{t('welding.none')}</Nothing>
  // The common prefix of all codes carries no information and takes room.
  const start = commonStart(data.machines.map(({ code }) => code))
  const shown = data.machines.slice(turn * rows, turn * rows + rows)
  return (
    <div className={`welding ${stacked ? 'is-stacked' : ''}`}>
      <div className="rings">
        <Ring size={ring} share={data.arcOn} label={t('welding.arcOn')} />
        <Ring size={ring} share={data.inWindow} label={t('welding.inWindow')} />
      </div>
      <table className="wall-table is-figures is-tight">
        <thead>
          <tr>
            <th>{t('drawer.machine')}</th>
            <th style={{ width: 42 * zoom }}>A</th>
            <th style={{ width: 40 * zoom }}>V</th>
            <th style={{ width: 48 * zoom }}>kJ/mm</th>
            <th style={{ width: 20 * zoom }} title={t('welding.inWindow')}>
              ✓
            </th>
          </tr>
        </thead>
        <tbody>
          {shown.map((machine) => (
            <Row
              key={machine.id}
              machine={machine}
              code={machine.code.slice(start.length)}
              height={row}
              zoom={zoom}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface RowProps {
  readonly machine: WeldingMachine
  /** The code as displayed. */
  readonly code: string
  readonly height: number
  readonly zoom: number
}

function Row({ machine, code, height, zoom }: RowProps) {
  const { t } = useSpeech()
  const { state, currentA, voltageV, heatKjMm, inWindow } = machine
  return (
    <tr style={{ height }}>
      <td className="is-fluid">
        <span className="machine-cell">
          <StateSymbol state={state} size={16 * zoom} /> <MachineCode code={code} />
        </span>
      </td>
      <td>{figure(currentA)}</td>
      <td>{figure(voltageV, 1)}</td>
      <td>{figure(heatKjMm, 2)}</td>
      <td>
        {inWindow !== null && (
          <b
            className={inWindow ? 'is-good' : 'is-bad'}
            title={t(inWindow ? 'welding.inside' : 'welding.outside')}
          >
            {inWindow ? '✓' : '▲'}
          </b>
        )}
      </td>
    </tr>
  )
}
