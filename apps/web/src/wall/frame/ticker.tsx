import { useWall } from '../link/wall.store.ts'
import { useSpeech } from '../labels.ts'
import type { ScreenCare } from './use-page.ts'
import { useEffect, useRef, useState } from 'react'
import { nextLine, readingS } from './trust.rules.ts'

/** Shown on every picture of simulated data, above everything else; no option hides it. */
export function SimulationBand({ care, compact }: { readonly care: ScreenCare; readonly compact: boolean }) {
  const { t } = useSpeech()
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
          {!simulation.running && <em>■ {t('band.stopped')}</em>}
          {simulation.running && simulation.paused && <em>‖ {t('band.paused')}</em>}
        </>
      )}
    </div>
  )
}

/** Safety days on the left, then one line after another, each for its reading time. */
export function Ticker() {
  const { t } = useSpeech()
  const header = useWall(({ items }) => items.header)?.data
  const line = useLine(useLines())
  return (
    <footer className="wall-ticker">
      {header !== undefined && header.safety !== null && (
        <p className="safety">
          <svg className="chart" width={22} height={22} viewBox="-11 -11 22 22" aria-hidden="true">
            <path d="M0 -10L8.5 -6.5V0C8.5 5 5 8.5 0 10.5C-5 8.5 -8.5 5 -8.5 0V-6.5Z" />
            <path className="tick" d="M-4 0L-1 3.2L4.4 -3" />
          </svg>
          {t(header.safety.days === 1 ? 'ticker.safetyOne' : 'ticker.safety', { days: header.safety.days })}
        </p>
      )}
      <p className="line" key={line ?? ''}>
        {line ?? t('ticker.welcome')}
      </p>
    </footer>
  )
}

/** Lines to show: missing items of the screen, notices (urgent ones first), people on duty. */
function useLines(): readonly string[] {
  const { t, names } = useSpeech()
  const duty = useWall(({ items }) => items.header)?.data.duty
  const notices = useWall(({ items }) => items.notices)?.data.notices ?? []
  const gone = useWall(({ items }) => items.screen?.gone ?? 0)
  return [
    ...(gone === 0 ? [] : [t('ticker.gone', { count: gone })]),
    ...notices.toSorted((a, b) => Number(b.urgent) - Number(a.urgent)).map(({ text }) => names(text)),
    ...(duty === undefined || duty.name === ''
      ? []
      : [t('ticker.duty', { name: duty.name, phone: duty.phone })]),
  ]
}

/** The current line. New lines do not shorten its display time. */
function useLine(lines: readonly string[]): string | null {
  const latest = useRef(lines)
  const [{ line, turn }, setTurn] = useState({ line: lines[0] ?? null, turn: 0 })
  const waiting = line === null && lines.length > 0
  useEffect(() => {
    latest.current = lines
  }, [lines])
  useEffect(() => {
    const ms = waiting ? 0 : readingS(line ?? '') * 1000
    const next = () => setTurn((now) => ({ line: nextLine(latest.current, now.line), turn: now.turn + 1 }))
    const timer = setTimeout(next, ms)
    return () => clearTimeout(timer)
  }, [line, turn, waiting])
  return line
}
