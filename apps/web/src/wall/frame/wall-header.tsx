import { useMemo } from 'react'
import { Picture } from '../panels/honours.panel.tsx'
import { spanOf } from '../figures.ts'
import { useShownTime, useSilence, useWall } from '../link/wall.store.ts'
import type { Shown } from '../screen.types.ts'
import { useSpeech } from '../labels.ts'
import { isReported, lampOf } from './frame.rules.ts'

/** Name of the factory, shift, climate, server time, and whether the data is current. */
export function WallHeader({ shown, compact }: { readonly shown: Shown; readonly compact: boolean }) {
  const { t, names, figure } = useSpeech()
  const header = useWall(({ items }) => items.header)?.data
  return (
    <header className={`wall-header ${compact ? 'is-compact' : ''}`}>
      <div className="wall-name">
        {header !== undefined && header.logo !== null && (
          <Picture key={header.logo} path={header.logo} size={48} />
        )}
        <div>
          <h1>{header === undefined ? t('title') : names(header.names)}</h1>
          <p>
            {header === undefined || names(header.slogan) === '' ? names(shown.names) : names(header.slogan)}
          </p>
        </div>
      </div>
      {header !== undefined && !compact && (
        <p className="wall-climate">
          <span>
            {figure(header.temperatureC, 1)} <small>°C</small>
          </span>
          <span>
            {figure(header.humidity)} <small>% RH</small>
          </span>
        </p>
      )}
      <ShiftLeft />
      <Clock compact={compact} />
      <AgeLamp layout={shown.layout} />
    </header>
  )
}

function ShiftLeft() {
  const { t, names } = useSpeech()
  const shift = useWall(({ items }) => items.header)?.data.shift
  const { now } = useShownTime()
  if (shift === undefined) return null
  if (shift === null) return <p className="wall-shift is-soft">{t('header.noShift')}</p>
  const left = spanOf(Math.max(0, (shift.endsAt - now) / 1000))
  return (
    <p className="wall-shift">
      <b>{names(shift.names)}</b>
      <span>{t('header.shiftLeft', { left })}</span>
    </p>
  )
}

function Clock({ compact }: { readonly compact: boolean }) {
  const { t, time, language, timeZone } = useSpeech()
  const { now, speed } = useShownTime()
  const weekday = new Intl.DateTimeFormat(language, { weekday: 'short', timeZone })
  return (
    <p className="wall-clock">
      {/* Seconds of a day that passes faster than a day would only flicker. */}
      <b>{time(now, (speed ?? 1) > 1 ? '{h}:{i}' : '{h}:{i}:{s}')}</b>
      <span>
        {speed !== null && !compact && `${t('band.clock')} · `}
        {time(now, '{y}-{m}-{d}')} {weekday.format(now)}
      </span>
    </p>
  )
}

/** Green and round while live; otherwise a square with the age of the data. */
function AgeLamp({ layout }: Pick<Shown, 'layout'>) {
  const { t } = useSpeech()
  const silent = useSilence()
  const link = useWall((state) => state.link)
  const panels = useMemo(() => layout?.pages.flatMap((page) => page.panels) ?? [], [layout])
  const reported = useWall(({ items, stored }) => !stored && isReported(panels, items))
  const state = lampOf({ link, silentMs: silent, isReported: reported })
  return (
    <p className={`age-lamp is-${state}`} data-testid="age-lamp" data-state={state}>
      <i aria-hidden="true" />
      <span>{t(`header.${state}`)}</span>
      {state === 'lost' && Number.isFinite(silent) && <b>{spanOf(silent / 1000)}</b>}
    </p>
  )
}
