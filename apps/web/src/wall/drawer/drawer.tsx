import {
  injections,
  type Scenario,
  scenarios,
  simulatorSpeeds,
} from '@cloud-factory/domain/simulator/simulator-enums'
import { satisfies } from '@cloud-factory/domain/identity/permissions'
import { useEffect, useState } from 'react'
import { useSession } from '../../shared/session.ts'
import { useWall } from '../link/wall.store.ts'
import { useSpeech } from '../labels.ts'
import { type Play, useSimulator } from './use-simulator.ts'

const isMinutes = (text: string): boolean =>
  /^\d{1,3}$/.test(text) && Number(text) >= 1 && Number(text) <= 240

/** Triggers a breakdown of a simulated machine. */
function BreakForm({ play, denied }: { readonly play: Play; readonly denied: boolean }) {
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

/** Controls of the simulated factory: scenario, speed and faults. */
export function Drawer({ onClose }: { readonly onClose: () => void }) {
  const { t } = useSpeech()
  const tags = useSession(({ user }) => user?.permissionTags ?? [])
  const play = useSimulator()
  useEffect(() => {
    const close = (event: KeyboardEvent) => event.key === 'Escape' && onClose()
    window.addEventListener('keydown', close)
    return () => window.removeEventListener('keydown', close)
  }, [onClose])
  const reason = !satisfies(tags, { permission: 'display.set' })
    ? t('drawer.denied')
    : play.state?.available === false
      ? t('drawer.unavailable')
      : null
  return (
    <aside className="drawer" aria-label={t('drawer.open')} data-testid="drawer">
      <header>
        <h2>{t('drawer.open')}</h2>
        <button type="button" onClick={onClose}>
          {t('drawer.close')}
        </button>
      </header>
      {reason !== null && <p className="is-warn">▲ {reason}</p>}
      <StartForm play={play} denied={reason !== null} />
      <hr />
      <Running play={play} denied={reason !== null} />
      <hr />
      <BreakForm play={play} denied={reason !== null} />
      <p role="status">{play.message}</p>
    </aside>
  )
}

/** Duration of a triggered fault, minutes of simulated time. */
const injectedMinutes = 20

interface PartProps {
  readonly play: Play
  readonly denied: boolean
}

function StartForm({ play, denied }: PartProps) {
  const { t } = useSpeech()
  const now = useWall(({ items }) => items.header)?.data.simulation ?? null
  const [scenario, setScenario] = useState<Scenario>(now?.scenario ?? 'normal')
  const [seed, setSeed] = useState(String(now?.seed ?? 42))
  const [speed, setSpeed] = useState<(typeof simulatorSpeeds)[number]>(
    simulatorSpeeds.find((one) => one === now?.speed) ?? 1,
  )
  const valid = /^\d{1,9}$/.test(seed)
  const disabled = denied || play.busy || !valid
  const start = (from: string) => void play.start({ scenario, seed: Number(from), speed })
  return (
    <>
      <Choice
        label={t('band.scenario')}
        value={scenario}
        options={scenarios}
        textOf={(one) => t(`scenario.${one}`)}
        disabled={denied}
        onChange={setScenario}
      />
      <div className="drawer-row">
        <label>
          {t('band.seed')}
          <input
            inputMode="numeric"
            value={seed}
            disabled={denied}
            aria-invalid={!valid}
            onChange={({ target }) => setSeed(target.value.trim())}
          />
        </label>
        <Choice
          label={t('band.speed')}
          value={speed}
          options={simulatorSpeeds}
          textOf={(one) => `×${one}`}
          disabled={denied}
          onChange={setSpeed}
        />
      </div>
      <div className="drawer-row">
        <button type="button" className="is-first" disabled={disabled} onClick={() => start(seed)}>
          {t('drawer.start')}
        </button>
        <button
          type="button"
          disabled={disabled || now === null}
          onClick={() => now !== null && void play.start({ scenario: now.scenario, seed: now.seed, speed })}
        >
          {t('drawer.replay')}
        </button>
      </div>
    </>
  )
}

interface ChoiceProps<Value> {
  readonly label: string
  readonly value: Value
  readonly options: readonly Value[]
  readonly textOf: (value: Value) => string
  readonly disabled: boolean
  readonly onChange: (value: Value) => void
}

function Choice<Value extends string | number>(props: ChoiceProps<Value>) {
  const { label, value, options, textOf, disabled, onChange } = props
  return (
    <label>
      {label}
      <select
        value={value}
        disabled={disabled}
        onChange={({ target }) => {
          const chosen = options.find((one) => String(one) === target.value)
          if (chosen !== undefined) onChange(chosen)
        }}
      >
        {options.map((one) => (
          <option key={one} value={one}>
            {textOf(one)}
          </option>
        ))}
      </select>
    </label>
  )
}

function Running({ play, denied }: PartProps) {
  const { t } = useSpeech()
  const { state } = play
  const idle = denied || play.busy || state?.running !== true
  return (
    <>
      <div className="drawer-row">
        <button
          type="button"
          disabled={idle}
          onClick={() => void play.change({ paused: state?.paused !== true })}
        >
          {t(state?.paused === true ? 'drawer.resume' : 'drawer.pause')}
        </button>
        <button type="button" disabled={idle} onClick={() => void play.stop()}>
          {t('drawer.stop')}
        </button>
      </div>
      <div className="drawer-row" role="group" aria-label={t('band.speed')}>
        {simulatorSpeeds.map((speed) => (
          <button
            key={speed}
            type="button"
            disabled={idle}
            aria-pressed={state?.speed === speed}
            onClick={() => void play.change({ speed })}
          >
            ×{speed}
          </button>
        ))}
      </div>
      <div className="drawer-row" role="group" aria-label={t('drawer.inject')}>
        {injections.map((what) => (
          <button
            key={what}
            type="button"
            disabled={idle}
            onClick={() => void play.inject({ what, minutes: injectedMinutes })}
          >
            {t(`injection.${what}`)}
          </button>
        ))}
      </div>
      {state?.running === false && !denied && <p className="is-soft">{t('drawer.notRunning')}</p>}
    </>
  )
}
