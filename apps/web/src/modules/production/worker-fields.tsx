import { useQuery } from '@tanstack/react-query'
import { Input, InputNumber, Select, Switch } from 'antd'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { MachineSelect } from '../../shared/form/machine-select.tsx'
import { type Remembered, withMachine } from './remembered.rules.ts'
import { useMachineOf, useRemembered } from './use-remembered.ts'
import { crewsQuery } from '../planning/plan.queries.ts'

interface Props {
  /** The process that is reported: its machine is remembered by itself. */
  readonly processId: string | null
  /** Hours of several pieces together, which are not remembered; undefined: hours of one piece. */
  readonly together?: {
    readonly hours: number | null
    readonly onChange: (hours: number | null) => void
  }
}

/** Crew, worker, machine and hours: one summary line that opens the fields. */
export function WorkerFields({ processId, together }: Props) {
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
  const crews = (data?.items ?? []).filter(({ active }) => active)
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
