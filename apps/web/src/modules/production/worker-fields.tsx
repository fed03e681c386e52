import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo, useId, useState } from 'react'
import { machinesQuery, MachineSelect } from '../../shared/form/machine-select.tsx'
import { usePreference } from '../../shared/list/preferences.ts'
import { useDeviceFact, useTerminal } from '../../shared/terminal.ts'
import { concernsDevice, machineOf, type Remembered, rememberedOn, withMachine } from './work.rules.ts'
import { Select, Input, InputNumber, Switch } from 'antd'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { processesQuery, crewsQuery } from '../planning/plan.queries.ts'
import { useNames } from '../../shared/i18n/use-names.ts'

/** Crew, process and machines are stored on this device, worker, hours and the like with the person. */
export function useRemembered(): readonly [Remembered, (change: Partial<Remembered>) => void] {
  const [stored, store] = usePreference('work.report')
  const [onDevice, storeOnDevice] = useDeviceFact('work')
  const workshopId = useTerminal((terminal) => terminal?.workshopId ?? null)
  const crews = useQuery({ ...crewsQuery, enabled: workshopId !== null }).data?.items
  const remembered = useMemo(
    () => rememberedOn(stored, onDevice, { workshopId, crews: crews ?? [] }),
    [stored, onDevice, workshopId, crews],
  )
  const remember = useCallback(
    (change: Partial<Remembered>) => {
      const next = { ...remembered, ...change }
      if (JSON.stringify(next) === JSON.stringify(remembered)) return
      const { processId, crewId, machines, ...ofPerson } = next
      if (concernsDevice(change)) storeOnDevice({ processId, crewId, machines, workshopId })
      else store({ ...(stored as object | undefined), ...ofPerson })
    },
    [remembered, stored, store, storeOnDevice, workshopId],
  )
  return [remembered, remember]
}

/** The machine remembered for a process, and what it is called; null when it is not in use any more. Without a network it is trusted. */
export function useMachineOf(
  remembered: Remembered,
  processId: string | null,
): { readonly id: string | null; readonly name: string } {
  const id = machineOf(remembered, processId)
  const { data } = useQuery({ ...machinesQuery, enabled: id !== null })
  const machine = data?.items.find((one) => one.id === id)
  if (data !== undefined && machine === undefined) return { id: null, name: '' }
  return { id, name: machine === undefined ? '' : `${machine.code} ${machine.name}` }
}

interface ProcessSelectProps {
  readonly value: string | null
  readonly onChange: (id: string) => void
  /** Processes listed first: those of a piece's route. */
  readonly first?: readonly string[]
  readonly label?: string
}

/** Chooses a process that people report by hand. */
export function ProcessSelect({ value, onChange, first = [], label }: ProcessSelectProps) {
  const { t } = useTranslation('production')
  const named = useNames()
  const { data, isPending } = useQuery(processesQuery)
  const processes = (data?.items ?? []).filter(({ kind, active }) => kind === 'work' && active)
  const option = ({ id, names }: (typeof processes)[number]) => ({ value: id, label: named(names) })
  const isFirst = ({ id }: { readonly id: string }) => first.includes(id)
  return (
    <Select<string>
      aria-label={label}
      value={value}
      loading={isPending}
      placeholder={t('report.choose')}
      showSearch={{ optionFilterProp: 'label' }}
      popupMatchSelectWidth={false}
      onChange={onChange}
      options={[...processes.filter(isFirst), ...processes.filter((process) => !isFirst(process))].map(
        option,
      )}
    />
  )
}

interface WorkerFieldsProps {
  /** The process that is reported: its machine is remembered by itself. */
  readonly processId: string | null
  /** Hours of several pieces together, which are not remembered; undefined: hours of one piece. */
  readonly together?: {
    readonly hours: number | null
    readonly onChange: (hours: number | null) => void
  }
}

/** Crew, worker, machine and hours: one summary line that opens the fields. */
export function WorkerFields({ processId, together }: WorkerFieldsProps) {
  const { t } = useTranslation('production')
  const [stored, remember] = useRemembered()
  const remembered = together === undefined ? stored : { ...stored, hours: together.hours }
  const machine = useMachineOf(stored, processId)
  const [open, setOpen] = useState(false)
  const id = useId()
  return (
    <div className="worker-fields">
      <button type="button" aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
        <span>{useSummary(remembered, machine.name)}</span>
        <span className="worker-change">{t(open ? 'worker.done' : 'common:change')}</span>
      </button>
      {open && (
        <div id={id} className="report-fields">
          <CrewField value={remembered.crewId} onChange={(crewId) => remember({ crewId })} />
          <WorkerField value={remembered.worker} onChange={(worker) => remember({ worker })} />
          {processId !== null && (
            <label className="report-field">
              {t('common:field.machine')}
              <MachineSelect
                placeholder={t('worker.noCrew')}
                processId={processId}
                value={machine.id}
                onChange={(machineId) =>
                  remember({ machines: withMachine(remembered, processId, machineId) })
                }
              />
            </label>
          )}
          <label className="report-field">
            {t(together === undefined ? 'worker.hours' : 'worker.hoursOfAll')}
            <InputNumber<number>
              min={0}
              max={1000}
              step={0.5}
              precision={2}
              value={remembered.hours}
              onChange={(hours) => (together === undefined ? remember({ hours }) : together.onChange(hours))}
            />
          </label>
          <span className="report-field is-switch">
            <Switch
              size="small"
              aria-label={t('worker.sound')}
              checked={remembered.sound}
              onChange={(sound) => remember({ sound })}
            />
            {t('worker.sound')}
          </span>
        </div>
      )}
    </div>
  )
}

/** One line: crew · worker · machine · hours. */
function useSummary({ crewId, worker, hours }: Remembered, machine: string): string {
  const { t } = useTranslation('production')
  const { data } = useQuery(crewsQuery)
  const crew = data?.items.find(({ id }) => id === crewId)
  const words = [
    crew === undefined ? '' : `${crew.workshop} ${crew.name}`,
    worker,
    machine,
    hours === null ? '' : t('worker.hoursShown', { hours }),
  ].filter((word) => word !== '')
  return words.length === 0 ? t('worker.none') : words.join(' · ')
}

function CrewField({
  value,
  onChange,
}: {
  readonly value: string | null
  readonly onChange: (id: string | null) => void
}) {
  const { t } = useTranslation('production')
  const { data, isPending } = useQuery(crewsQuery)
  const place = useTerminal((terminal) => terminal?.workshopId ?? null)
  const crews = (data?.items ?? []).filter(
    ({ active, workshopId }) => active && (place === null || workshopId === place),
  )
  return (
    <label className="report-field">
      {t('common:field.crew')}
      <Select<string | null>
        allowClear
        loading={isPending}
        showSearch={{ optionFilterProp: 'label' }}
        placeholder={t('worker.noCrew')}
        value={value}
        onChange={(id) => onChange(id ?? null)}
        options={crews.map(({ id, name, workshop }) => ({ value: id, label: `${workshop} ${name}` }))}
      />
    </label>
  )
}

/** Saved on blur, not on every keystroke. */
function WorkerField({
  value,
  onChange,
}: {
  readonly value: string
  readonly onChange: (worker: string) => void
}) {
  const { t } = useTranslation('production')
  const [text, setText] = useState(value)
  return (
    <label className="report-field">
      {t('worker.name')}
      <Input
        value={text}
        maxLength={60}
        onChange={({ target }) => setText(target.value)}
        onBlur={() => onChange(text.trim())}
      />
    </label>
  )
}
