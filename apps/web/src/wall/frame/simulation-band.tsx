import { useWall } from '../link/wall.store.ts'
import { useSpeech } from '../labels.ts'
import type { ScreenCare } from './use-screen-care.ts'

/** Shown on every picture of simulated data, above everything else; no option hides it. */
export function SimulationBand({ care, compact }: { readonly care: ScreenCare; readonly compact: boolean }) {
  const { t, time } = useSpeech()
  const simulation = useWall(({ items }) => items.header)?.data.simulation ?? null
  return (
    <div
      className={`simulation-band ${compact ? 'is-compact' : ''}`}
      data-testid="simulation-band"
      style={{ transform: care.transform, filter: care.dim || 'none' }}
    >
      <b>{t('band.label')}</b>
      {simulation !== null && (
        <>
          <span>
            <small>{t('band.scenario')}</small> {t(`scenario.${simulation.scenario}`)}
          </span>
          <span>
            <small>{t('band.seed')}</small> {simulation.seed}
          </span>
          <span>
            <small>{t('band.speed')}</small> ×{simulation.speed}
          </span>
          <span>
            <small>{t('band.clock')}</small> {time(simulation.clock, '{y}-{m}-{d} {h}:{i}')}
          </span>
          {!simulation.running && <em>■ {t('band.stopped')}</em>}
          {simulation.running && simulation.paused && <em>‖ {t('band.paused')}</em>}
        </>
      )}
    </div>
  )
}
