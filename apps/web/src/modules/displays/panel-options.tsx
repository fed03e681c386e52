import {
  type OptionValue,
  optionsOf,
  type PanelOption,
  panelOptions,
} from '@cloud-factory/contract/displays/screen-options'
import type { Panel } from '@cloud-factory/contract/displays/screens'
import { Button, InputNumber, Select, Switch } from 'antd'
import { useTranslation } from 'react-i18next'
import { Labelled } from './labelled.tsx'
import { useMachineChoice } from './use-machine-choice.ts'

interface Props {
  readonly panel: Panel
  readonly onChange: (panel: Panel | null) => void
}

/** Place, size and choices of the panel that is marked. */
export function PanelOptions({ panel, onChange }: Props) {
  const { t } = useTranslation('displays')
  const chosen = optionsOf(panel.kind, panel.options)
  const cell = (field: 'x' | 'y' | 'width' | 'height', shift: 0 | 1) => (
    <Labelled label={t(`cell.${field}`)}>
      <InputNumber
        min={shift}
        max={48}
        precision={0}
        value={panel[field] + shift}
        onChange={(value) => value !== null && onChange({ ...panel, [field]: value - shift })}
      />
    </Labelled>
  )
  return (
    <div className="screen-fields">
      <h3>{t(`panel.${panel.kind}.name`)}</h3>
      <p className="screen-soft">{t(`panel.${panel.kind}.about`)}</p>
      <div className="cell-fields">
        {cell('x', 1)}
        {cell('y', 1)}
        {cell('width', 0)}
        {cell('height', 0)}
      </div>
      {Object.entries(panelOptions[panel.kind] ?? {}).map(([name, option]) => (
        <Labelled key={name} label={t(`option.${name}`)}>
          <OptionField
            option={option}
            value={chosen[name] ?? null}
            onChange={(value) => onChange({ ...panel, options: { ...panel.options, [name]: value } })}
          />
        </Labelled>
      ))}
      <Button danger onClick={() => onChange(null)}>
        {t('panelRemove')}
      </Button>
    </div>
  )
}

interface FieldProps {
  readonly option: PanelOption
  readonly value: OptionValue
  readonly onChange: (value: OptionValue) => void
}

function OptionField({ option, value, onChange }: FieldProps) {
  const { t } = useTranslation('displays')
  if (option.kind === 'switch') return <Switch checked={value === true} onChange={onChange} />
  if (option.kind === 'machine')
    return <MachineOption value={typeof value === 'string' ? value : null} onChange={onChange} />
  if (option.kind === 'word')
    return (
      <Select
        value={value}
        options={option.words.map((word) => ({ value: word, label: t(`optionWord.${word}`) }))}
        onChange={onChange}
      />
    )
  return (
    <InputNumber
      min={option.least}
      max={option.most}
      precision={0}
      value={typeof value === 'number' ? value : option.usual}
      onChange={(number) => number !== null && onChange(number)}
    />
  )
}

function MachineOption({
  value,
  onChange,
}: {
  readonly value: string | null
  readonly onChange: FieldProps['onChange']
}) {
  const { t } = useTranslation('displays')
  const machines = useMachineChoice()
  return (
    <Select<string>
      allowClear
      showSearch={{ optionFilterProp: 'label' }}
      placeholder={t('anyMachine')}
      value={value}
      options={[...machines]}
      onChange={(id: string | undefined) => onChange(id ?? null)}
    />
  )
}
