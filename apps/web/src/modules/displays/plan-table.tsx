import type { PlanBox } from '@cloud-factory/domain/displays/plan-layout.rules'
import { DeleteOutlined } from '@ant-design/icons'
import { Button, InputNumber } from 'antd'
import { useTranslation } from 'react-i18next'
import { ScrollRegion } from '../../shared/ui/scroll-region.tsx'
import { moveFocusOn } from './move-focus-on.ts'
import { keyOf } from './plan-canvas.tsx'
import type { Placed } from './plan.rules.ts'

interface Props {
  readonly placed: readonly Placed[]
  readonly nameOf: (one: Placed) => string
  readonly wrong: ReadonlySet<string>
  readonly chosen: string | null
  /** Numbers are shown and never changed. */
  readonly locked: boolean
  readonly onChoose: (key: string) => void
  readonly onChange: (one: Placed, to: PlanBox) => void
  readonly onRemove: (one: Placed) => void
}

const fields = ['xM', 'yM', 'widthM', 'depthM'] as const

/** The same plan in numbers, metres. */
export function PlanTable(props: Props) {
  const { placed, nameOf, wrong, chosen, locked, onChoose, onChange, onRemove } = props
  const { t } = useTranslation('display-info')
  return (
    <ScrollRegion label={t('planTable')} width={440}>
      <table className="info-table plan-table" aria-label={t('planTable')}>
        <thead>
          <tr>
            <th scope="col">{t('what')}</th>
            {fields.map((field) => (
              <th key={field} scope="col">
                {t(`metres.${field}`)}
              </th>
            ))}
            {!locked && <th scope="col">{t('column.actions')}</th>}
          </tr>
        </thead>
        <tbody>
          {placed.map((one) => (
            <PlanRow
              key={keyOf(one)}
              one={one}
              name={nameOf(one)}
              isChosen={chosen === keyOf(one)}
              isWrong={wrong.has(keyOf(one))}
              locked={locked}
              onChoose={() => onChoose(keyOf(one))}
              onChange={(to) => onChange(one, to)}
              onRemove={() => onRemove(one)}
            />
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  )
}

interface RowProps {
  readonly one: Placed
  readonly name: string
  readonly isChosen: boolean
  readonly isWrong: boolean
  readonly locked: boolean
  readonly onChoose: () => void
  readonly onChange: (to: PlanBox) => void
  readonly onRemove: () => void
}

function PlanRow({ one, name, isChosen, isWrong, locked, onChoose, onChange, onRemove }: RowProps) {
  const { t } = useTranslation('display-info')
  return (
    <tr className={`${isChosen ? 'is-chosen' : ''} ${isWrong ? 'is-wrong' : ''}`} onFocus={onChoose}>
      <th scope="row">{name}</th>
      {fields.map((field) => (
        <td key={field}>
          <InputNumber
            aria-label={`${name} ${t(`metres.${field}`)}`}
            size="small"
            min={field === 'xM' || field === 'yM' ? 0 : 0.1}
            max={2000}
            step={0.5}
            precision={2}
            controls={false}
            value={one[field]}
            onChange={(value) => value !== null && onChange({ ...one, [field]: value })}
          />
        </td>
      ))}
      {!locked && (
        <td>
          <Button
            type="text"
            size="small"
            danger
            icon={<DeleteOutlined />}
            aria-label={t('remove', { name })}
            onClick={({ currentTarget }) => {
              moveFocusOn(currentTarget, 'tr', '[role=region]')
              onRemove()
            }}
          />
        </td>
      )}
    </tr>
  )
}
