import {
  type OptionValue,
  type PanelLimit,
  type PanelOption,
  type PanelSource,
} from '@cloud-factory/contract/displays/screen-options'
import { maxPanelIds, maxPanelTitle } from '@cloud-factory/domain/displays/display-enums'
import type { ScreenLayout } from '@cloud-factory/contract/displays/screens'
import { useQuery } from '@tanstack/react-query'
import { Input, InputNumber, Select, Switch } from 'antd'
import { useState } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { useNames } from '../../shared/i18n/use-names.ts'
import { orderChoicesQuery, placesQuery, projectsQuery } from './screens.queries.ts'

interface FieldProps {
  readonly name: string
  readonly option: PanelOption
  readonly value: OptionValue
  /** The panel's usual title. */
  readonly title: string
  /** Of the screen, for what the panel has none of its own. */
  readonly thresholds: ScreenLayout['thresholds']
  readonly onChange: (value: OptionValue) => void
}

/** One choice of a panel. */
export function OptionField(props: FieldProps) {
  const { name, option, value, onChange } = props
  const { t } = useTranslation('displays')
  const id = typeof value === 'string' ? value : null
  switch (option.kind) {
    case 'switch':
      return <Switch checked={value === true} onChange={onChange} />
    case 'text':
      return <TitleField {...props} />
    case 'machine':
      return <MachineField value={id} onChange={onChange} />
    case 'order':
      return <OrderField value={id} onChange={onChange} />
    case 'ids':
      return (
        <IdsField
          of={name as PanelSource}
          most={maxPanelIds}
          placeholder={t('asScreen')}
          value={Array.isArray(value) ? value : []}
          onChange={onChange}
        />
      )
    case 'word':
      return (
        <Select
          value={value}
          options={option.words.map((word) => ({ value: word, label: t(`optionWord.${word}`) }))}
          onChange={onChange}
        />
      )
    case 'limit':
      return <LimitField {...props} option={option} />
    case 'number':
      return (
        <InputNumber
          min={option.least}
          max={option.most}
          precision={0}
          value={value as number}
          onChange={(number) => number !== null && onChange(number)}
        />
      )
  }
}

const TitleField = ({ value, title, onChange }: FieldProps) => (
  <Input
    maxLength={maxPanelTitle}
    placeholder={title}
    value={typeof value === 'string' ? value : ''}
    onChange={({ target }) => onChange(target.value)}
  />
)

/** A threshold of the panel's own; empty: the screen's, which is shown in grey. Shares are in per cent. */
function LimitField({
  name,
  option: { least, most },
  value,
  thresholds,
  onChange,
}: FieldProps & { readonly option: Extract<PanelOption, { kind: 'limit' }> }) {
  const scale = most === 1 ? 100 : 1
  const shown = (limit: number) => Math.round(limit * scale * 10) / 10
  return (
    <InputNumber
      min={least * scale}
      max={most * scale}
      precision={name === 'lateDays' ? 0 : 1}
      {...(scale === 100 && { suffix: '%' })}
      placeholder={String(shown(thresholds[name as PanelLimit]))}
      value={typeof value === 'number' ? shown(value) : null}
      onChange={(number) => onChange(number === null ? null : number / scale)}
    />
  )
}

interface IdsProps {
  readonly of: PanelSource
  readonly most?: number
  readonly value: readonly string[]
  readonly placeholder: string
  readonly onChange: (ids: string[]) => void
}

/** Projects, processes, machines or workshops; deleted ones are shown by number. */
export function IdsField({ of, most = 200, value, placeholder, onChange }: IdsProps) {
  const { t } = useTranslation('displays')
  const [typed, setTyped] = useState('')
  const known = useChoices(of, typed)
  const gone =
    typed === '' && known !== undefined ? value.filter((id) => !known.some((one) => one.value === id)) : []
  return (
    <Select<string[]>
      mode="multiple"
      maxCount={most}
      placeholder={placeholder}
      // The server searches projects, of which there are too many for a list.
      showSearch={
        of === 'projectIds' ? { filterOption: false, onSearch: setTyped } : { optionFilterProp: 'label' }
      }
      value={[...value]}
      options={[...(known ?? []), ...gone.map((id) => ({ value: id, label: t('goneChoice', { id }) }))]}
      onChange={onChange}
    />
  )
}

interface Choice {
  readonly value: string
  readonly label: string
}

/** What can be chosen; undefined: not loaded yet. */
function useChoices(of: PanelSource, typed: string): readonly Choice[] | undefined {
  const names = useNames()
  const { data: places } = useQuery(placesQuery)
  const { data: projects } = useQuery({ ...projectsQuery(typed), enabled: of === 'projectIds' })
  if (of === 'projectIds')
    return projects?.items.map(({ id, code, name }) => ({ value: id, label: `${code} ${name}` }))
  if (of === 'processIds')
    return places?.processes.map((process) => ({ value: process.id, label: names(process.names) }))
  const all = of === 'machineIds' ? places?.machines : places?.workshops
  return all?.map(({ id, code, name }) => ({ value: id, label: `${code} ${name}` }))
}

interface RecordFieldProps {
  readonly value: string | null
  readonly onChange: FieldProps['onChange']
}

/** The server searches orders, of which there are too many for a list; one that is not found is shown by number. */
function OrderField({ value, onChange }: RecordFieldProps) {
  const { t } = useTranslation('displays')
  const [typed, setTyped] = useState('')
  const { data } = useQuery(orderChoicesQuery(typed))
  const known = data?.items.map(({ id, no, project }) => ({ value: id, label: `${no} ${project.name}` }))
  const isGone = value !== null && known !== undefined && !known.some((one) => one.value === value)
  return (
    <Select<string>
      allowClear
      showSearch={{ filterOption: false, onSearch: setTyped }}
      placeholder={t('anyOrder')}
      value={value}
      options={[...(known ?? []), ...(isGone ? [{ value, label: value }] : [])]}
      onChange={(id: string | undefined) => onChange(id ?? null)}
    />
  )
}

function MachineField({ value, onChange }: RecordFieldProps) {
  const { t } = useTranslation('displays')
  return (
    <Select<string>
      allowClear
      showSearch={{ optionFilterProp: 'label' }}
      placeholder={t('anyMachine')}
      value={value}
      options={[...(useChoices('machineIds', '') ?? [])]}
      onChange={(id: string | undefined) => onChange(id ?? null)}
    />
  )
}
